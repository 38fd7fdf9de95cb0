import * as z from 'zod';
import { Id, Task } from './task.ts';

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
