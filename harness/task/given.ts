import { digest } from '../platform/digest.ts';
import { promptOf } from './prompt.ts';
import type { Task } from './task.ts';

/** Digest of what an agent is given (goal, start URL, setup, world, a skill's text where there is one); not the contract. */
export function givenSha256({ goal, startUrl, setup, seed }: Task, skill: string | null = null): string {
  const world = seed === undefined ? {} : { seed };
  return digest({ goal, startUrl, setup, ...world, ...(skill === null ? {} : { skill }) });
}

const givenParts = ['goal', 'startUrl', 'setup', 'seed', 'skill'] as const;
type GivenPart = (typeof givenParts)[number];

type GivenDigests = Record<'goal' | 'startUrl' | 'setup', string> & {
  seed?: string | undefined;
  skill?: string | undefined;
};

/** A digest of each part of what an agent is given: of two that are not the same they say in what. */
export function givenDigests(
  { goal, startUrl, setup, seed }: Task,
  skill: string | null = null,
): GivenDigests {
  return {
    goal: digest(goal),
    startUrl: digest(startUrl),
    setup: digest(setup),
    ...(seed === undefined ? {} : { seed: digest(seed) }),
    ...(skill === null ? {} : { skill: digest(skill) }),
  };
}

const words: Record<GivenPart, string> = {
  goal: 'its goal',
  startUrl: 'its start URL',
  setup: 'its setup',
  seed: 'the world that it is played in',
  skill: 'the text beside its goal',
};

/** In what the task is not as it was recorded, in words; a recording of before `given` does not know. */
export function givenChanges(
  recorded: GivenDigests | undefined,
  task: Task,
  skill: string | null = null,
): string {
  if (!recorded)
    return 'goal, start URL or setup changed, and the recording does not say which; re-record it';
  const now = givenDigests(task, skill);
  const changed = givenParts.filter((part) => recorded[part] !== now[part]);
  return `${changed.map((part) => words[part]).join(' and ')} changed; re-record it`;
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
