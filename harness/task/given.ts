import { digest } from '../platform/digest.ts';
import type { Task } from './task.ts';

/**
 * Digest of what an agent gets (goal, start URL, setup, world, the text of a skill if there is one), without the
 * contract.
 */
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

/** A digest of each part of what an agent gets, so that two tasks can be compared part by part. */
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

/**
 * The changes of a task since it was recorded, as text; older recordings lack `given` and cannot tell which part
 * changed.
 */
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

/**
 * Digest of the prompt of a model or agent, without the answer of the opening call and the server's own instructions.
 */
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

/** The system prompt of every agent, for every model, vendor, server and task. It never includes the contract. */
const systemPrompt = (goal: readonly string[]) =>
  [
    'You operate a web browser through tools.',
    ...goal,
    'When the goal is reached, or cannot be reached, call the tool that ends the task.',
  ].join(' ');

const ofPage = systemPrompt([
  'Reach the goal that the user gives, and leave the browser on the page that shows it was reached.',
  'Only the browser is judged; your messages are not read.',
]);

const ofState = systemPrompt([
  'Reach the goal that the user gives, and change nothing else.',
  'Only what the sites hold at the end is judged and, if the goal asks for an answer, the answer that you pass to the tool that ends the task.',
]);

/** The same for an agent that drives the browser itself, which has no tools of the harness. */
const ofBrowser = {
  page: [
    'You operate a web browser.',
    'Reach the goal that the user gives, and leave the browser on the page that shows it was reached.',
    'Only the browser is judged; your messages are not read.',
    'When the goal is reached, or cannot be reached, end the task.',
  ].join(' '),
  state: [
    'You operate a web browser.',
    'Reach the goal that the user gives, and change nothing else.',
    'Only what the sites hold at the end is judged and, if the goal asks for an answer, the answer that you report.',
    'When the goal is reached, or cannot be reached, end the task.',
  ].join(' '),
};

type Limits = { maxSteps: number; maxDurationMs: number };

/**
 * The prompt of an agent, without the answer of the opening call. `skill`: text beside the goal. `drives`: whether the
 * agent drives the browser itself, in place of calling tools.
 */
export function promptOf(
  { goal, startUrl, verify }: Pick<Task, 'goal' | 'startUrl' | 'verify'>,
  { maxSteps, maxDurationMs }: Limits,
  skill: string | null,
  drives = false,
): { system: string; task: string } {
  const where =
    startUrl === 'about:blank'
      ? 'The browser is open on an empty page.'
      : `The browser is open at ${startUrl}`;
  const isOfState = verify === 'state';
  const ofTools = isOfState ? ofState : ofPage;
  const system = drives ? ofBrowser[isOfState ? 'state' : 'page'] : ofTools;
  const limits = `You have ${maxSteps} ${drives ? 'acts in the browser' : 'tool calls'} and ${Math.round(maxDurationMs / 1000)} seconds.`;
  return {
    system: skill === null ? system : `${system}\n\n${skill}`,
    task: `Goal: ${goal}\n\n${where}\n\n${limits}`,
  };
}

/** The public texts of a task: its goal, its start URL and the texts of its contract. */
export function publicTexts({
  goal,
  startUrl,
  success,
}: Pick<Task, 'goal' | 'startUrl' | 'success'>): string[] {
  const words = [goal, startUrl, ...stringsIn(success)];
  // A pattern writes `a\.test` where a page has `a.test`.
  return [...words, ...words.map((text) => text.replaceAll('\\', ''))];
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}
