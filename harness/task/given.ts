import { digest } from '../digest/digest.ts';
import { promptOf } from './prompt.ts';
import type { Task } from './task.ts';

/** Digest of what an agent is given (goal, start URL, setup, world, a skill's text where there is one); not the contract. */
export function givenSha256({ goal, startUrl, setup, seed }: Task, skill: string | null = null): string {
  const world = seed === undefined ? {} : { seed };
  return digest({ goal, startUrl, setup, ...world, ...(skill === null ? {} : { skill }) });
}

/** Digest of what a model or agent is told, but for the answer of the opening call and what a server says of itself. */
export function promptSha256(
  task: Task,
  limits: Parameters<typeof promptOf>[1] & { maxUsd: number },
  skill: string | null,
): string {
  return digest({ ...promptOf(task, limits, skill), setup: task.setup, answerFormat: null, limits });
}

/** Digest of a task's whole spec, its front matter with defaults filled in. */
export function taskSha256(task: Task): string {
  return digest(task);
}
