import { digest } from '../contract/digest.ts';
import type { Task } from './task.ts';

/** Digest of what an agent is given (goal, start URL, setup); the contract is not in it. */
export function givenSha256({ goal, startUrl, setup }: Task): string {
  return digest({ goal, startUrl, setup });
}

/** Digest of a task's whole spec, its front matter with defaults filled in. */
export function taskSha256(task: Task): string {
  return digest(task);
}
