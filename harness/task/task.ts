import * as z from 'zod';
import { Contract } from '../judge/contract.ts';
import { taskCaps } from './task-caps.ts';

const httpUrl = z.string().refine((value) => value === 'about:blank' || /^https?:\/\/[^/\s]+/.test(value), {
  message: 'must be an http(s) URL or about:blank',
});

/** The name of a task's file and of a suite's folder. */
export const Id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lowercase words joined by hyphens');

/** A task: the front matter of a task file. `readTasks` returns the body (`why`) beside it. */
export const Task = z.strictObject({
  id: Id,
  /** The template that made the task. */
  templateId: Id.optional(),
  title: z.string().min(1),
  goal: z.string().min(1),
  startUrl: httpUrl,
  /**
   * `end`: the end state is judged once the agent has ended the task. `each_step`: stops as soon as the contract holds.
   */
  judge: z.enum(['end', 'each_step']).default('end'),
  /**
   * `reload`: the outcome is observed again from its URL. `live`: the outcome is only in the page. `state`: hosts hold
   * it.
   */
  verify: z.enum(['reload', 'live', 'state']).default('reload'),
  /** The seed of the world of hosts with state; default: any. */
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
  /** Text files in the working folder of the server, by name. */
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

/** A task that a template made for a seed, as stored in the lock file of its suite. */
export const LockedInstance = z.strictObject({
  id: Id,
  templateId: Id,
  seed: z.int().nonnegative(),
  /** 1 to 4: a class for the number of acting calls in a correct solution. */
  level: z.int().min(1).max(4),
  capabilities: z.array(z.string().min(1)).min(1),
  sites: z.array(z.string().min(1)).min(1),
  taskSha256: z.string(),
  /** Digest of the agent's prompt, with the limits of the edition. */
  promptSha256: z.string(),
  task: Task,
});
export type LockedInstance = z.infer<typeof LockedInstance>;
