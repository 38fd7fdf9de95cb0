import * as z from 'zod';
import { Contract } from '../judge/contract.ts';
import { taskCaps } from './task-caps.ts';

const httpUrl = z.string().refine((value) => value === 'about:blank' || /^https?:\/\/[^/\s]+/.test(value), {
  message: 'must be an http(s) URL or about:blank',
});

/** The name of a task's file and of a suite's folder. */
export const Id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lowercase words joined by hyphens');

/** One thing to get done: the front matter of a task file. The body (`why`) is kept beside it by `readTasks`. */
export const Task = z.strictObject({
  id: Id,
  /** Of a task that a template made: whose. */
  templateId: Id.optional(),
  title: z.string().min(1),
  goal: z.string().min(1),
  startUrl: httpUrl,
  /** `end`: the agent says done, then the end state is judged. `each_step`: stops as soon as the contract holds. */
  judge: z.enum(['end', 'each_step']).default('end'),
  /** `reload`: the outcome can be seen again from its URL and is. `live`: it lives in the page. `state`: hosts hold it. */
  verify: z.enum(['reload', 'live', 'state']).default('reload'),
  /** What the world of hosts with a state is made from; any where it is not said. */
  seed: z.int().nonnegative().optional(),
  maxSteps: z.int().min(1).max(taskCaps.maxSteps),
  maxDurationMs: z.int().min(1).max(taskCaps.maxDurationMs),
  maxUsd: z.number().positive().max(taskCaps.maxUsd).default(taskCaps.maxUsd),
  setup: z
    .strictObject({
      clearCookies: z.boolean().default(true),
      viewport: z
        .strictObject({ width: z.int().min(1).max(4096), height: z.int().min(1).max(4096) })
        .default({ width: 1280, height: 800 }),
    })
    .default({ clearCookies: true, viewport: { width: 1280, height: 800 } }),
  /** Files of text that lie in the working folder of the server, by name. */
  files: z
    .record(
      z
        .string()
        .regex(/^[a-z0-9][a-z0-9.-]{0,63}$/, 'must be a file name of lowercase letters, digits, "." and "-"'),
      z.string().max(65_536),
    )
    .optional(),
  tags: z.array(z.string().min(1)).default([]),
  success: Contract,
});

export type Task = z.infer<typeof Task>;

/** A task that a template made for a seed, as the lock of its suite has it. */
export const LockedInstance = z.strictObject({
  id: Id,
  templateId: Id,
  seed: z.int().nonnegative(),
  /** 1 to 4: how many acting calls a right way takes. */
  level: z.int().min(1).max(4),
  capabilities: z.array(z.string().min(1)).min(1),
  sites: z.array(z.string().min(1)).min(1),
  taskSha256: z.string(),
  /** Of what an agent is told, with the limits of the edition. */
  promptSha256: z.string(),
  task: Task,
});
export type LockedInstance = z.infer<typeof LockedInstance>;
