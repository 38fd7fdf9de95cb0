import * as z from 'zod';
import { Id } from './task.ts';
import { taskCaps } from './task-caps.ts';

const host = z
  .string()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be the name of a host, as its folder of pages is called');

/** What an attempt may use at the most; the names are those of a task's own limits. */
export const Limits = z.strictObject({
  maxSteps: z.int().min(1).max(taskCaps.maxSteps),
  maxDurationMs: z.int().min(1).max(taskCaps.maxDurationMs),
  maxUsd: z.number().positive().max(taskCaps.maxUsd),
  /** Looks of an agent that drives the browser itself; the most that any may have where it is not said. */
  maxLooks: z.int().min(1).max(taskCaps.maxLooks).optional(),
});
export type Limits = z.infer<typeof Limits>;

/** A fixed set of tasks whose rows may be compared: the file `suite.yaml` of a folder below `tasks/`. */
export const Suite = z
  .strictObject({
    id: Id,
    /** For people; a remark in brackets at its end follows the score. */
    title: z.string().min(1),
    /** What the site calls it, where that is shorter than the title. */
    name: z.string().min(1).optional(),
    /** Raised by whoever changes what the suite asks for, so that its rows begin anew. */
    edition: z.int().min(1),
    /** The kinds of clause that its contracts may have. */
    vocabulary: z.enum(['openchrome', 'town']),
    /** Folders of pages that its episodes are served; nothing else answers them. */
    hosts: z.array(host),
    /** Ids of its task files, in any order; instead of `templates`. */
    tasks: z.array(Id).min(1).optional(),
    /** Ids of the templates that its tasks are made from, one task a template and seed. */
    templates: z.array(Id).min(1).optional(),
    seeds: z.array(z.int().nonnegative()).min(1).optional(),
    /** The limits of an attempt, whatever a task says, on the hermetic web and on the real one. */
    limits: z.strictObject({ hermetic: Limits, live: Limits }),
    /** Instances that alone are played, of all that `templates` and `seeds` make. */
    sample: z.array(Id).min(1).optional(),
    /** What must pass in CI: the recorded calls, or the oracle. */
    gate: z.enum(['oracle', 'transcripts']),
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
