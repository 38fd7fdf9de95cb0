import { digest } from '../digest/digest.ts';
import type { Task } from './task.ts';

/** Digest of what an agent is given (goal, start URL, setup, a skill's text where there is one); not the contract. */
export function givenSha256({ goal, startUrl, setup }: Task, skill: string | null = null): string {
  return digest({ goal, startUrl, setup, ...(skill === null ? {} : { skill }) });
}

/** Digest of what a model or agent is asked, but for the answer of the opening call: goal, start, setup, limits. */
export function promptSha256({ goal, startUrl, setup }: Task, limits: unknown, skill: string | null): string {
  return digest({ template: 1, goal, startUrl, setup, answerFormat: null, limits, skill });
}

/** Digest of a task's whole spec, its front matter with defaults filled in. */
export function taskSha256(task: Task): string {
  return digest(task);
}
