import * as z from 'zod';
import { Id } from './task.ts';
import { taskCaps } from './task-caps.ts';

const host = z
  .string()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be the name of a host, as its folder of pages is called');

/** A package of pages, pinned: `miniwob@<sha256>`. */
const PackageName = z
  .string()
  .regex(/^[a-z0-9-]+@[0-9a-f]{64}$/, 'must be <package>@<the SHA-256 of its file, in hexadecimal digits>');

/** The limits of an attempt, with the names of a task's own limits. */
export const Limits = z.strictObject({
  maxSteps: z.int().min(1).max(taskCaps.maxSteps),
  maxDurationMs: z.int().min(1).max(taskCaps.maxDurationMs),
  maxUsd: z.number().positive().max(taskCaps.maxUsd),
  /** Observations by an agent that drives the browser itself; default: the maximum. */
  maxLooks: z.int().min(1).max(taskCaps.maxLooks).optional(),
});
export type Limits = z.infer<typeof Limits>;

/** A fixed set of tasks whose rows may be compared: the file `suite.yaml` of a folder below `tasks/`. */
export const Suite = z
  .strictObject({
    id: Id,
    /** For people; a remark in brackets at its end follows the score. */
    title: z.string().min(1),
    /** A shorter name for the site. */
    name: z.string().min(1).optional(),
    /** Raise it when you change what the suite asks for; its rows then start anew. */
    edition: z.int().min(1),
    /** The kinds of clause that its contracts may have. */
    vocabulary: z.enum(['openchrome', 'town']),
    /** The hosts that its episodes can reach; each is a folder of pages. */
    hosts: z.array(host),
    /** Ids of its task files, in any order; instead of `templates`. */
    tasks: z.array(Id).min(1).optional(),
    /** Ids of the templates of its tasks; one task per template and seed. */
    templates: z.array(Id).min(1).optional(),
    seeds: z.array(z.int().nonnegative()).min(1).optional(),
    /** The limits of an attempt on the hermetic and on the live web. They override the task's own limits. */
    limits: z.strictObject({ hermetic: Limits, live: Limits }),
    /** The only instances that are played, out of all that `templates` and `seeds` make. */
    sample: z.array(Id).min(1).optional(),
    /** Which kind of run must pass in CI: recorded calls, the oracle, or none. */
    gate: z.enum(['oracle', 'transcripts', 'none']),
    /** The package of pages that its hosts serve, which must be installed: its name and the SHA-256 of its file. */
    needs: PackageName.optional(),
    /** `refused`: the agent gets no tool that runs scripts in the page. The default is `offered`. */
    scripts: z.enum(['offered', 'refused']).optional(),
    /** Whether `npm start` plays it. */
    starts: z.boolean(),
  })
  .superRefine(({ tasks, templates, seeds, sample }, { addIssue }) => {
    const say = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
    if (tasks && templates) say('templates', 'must not stand beside tasks');
    if (!tasks && !templates) say('tasks', 'must be a list of task ids, or templates one of templates');
    if (templates && !seeds) say('seeds', 'must be a list of numbers where there are templates');
    if (!templates && seeds) say('seeds', 'must not stand without templates');
    if (!templates && sample) say('sample', 'must not stand without templates');
  });
export type Suite = z.infer<typeof Suite>;
