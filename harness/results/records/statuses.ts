// Must not import zod, which is too large for the page scripts that use this file.

/** The cause of an outcome: the agent, the infrastructure (`ours`), or undecided. */
type OutcomeClass = 'agent' | 'ours' | 'inconclusive';

type StatusRow = {
  outcome: OutcomeClass;
  /** Whether an attempt with this status may be played again, because the fault may not occur again. */
  retried: boolean;
  /** Whether a published row may contain it. */
  publishable: boolean;
  /** What happened, as text that follows the name of a task. */
  words: string;
};

const agent = { outcome: 'agent', retried: false, publishable: true } as const;
const ours = { outcome: 'ours', retried: false, publishable: true } as const;

const table = {
  passed: { ...agent, words: 'did what was asked' },
  failed: { ...agent, words: 'ended without what was asked' },
  max_steps: { ...agent, words: 'used all its steps' },
  timeout: { ...agent, words: 'used all its time' },
  budget_exceeded: { ...agent, words: 'would have cost more than it may' },
  tampered: { ...agent, words: 'showed what a second observation did not find' },
  model_refused: { ...agent, words: 'the model refused the task' },
  context_full: { ...agent, words: 'filled the context of the model' },
  replay_drift: { ...ours, words: 'the recording is of another task, server or page' },
  start_page_failed: { ...ours, retried: true, publishable: false, words: 'the start page did not open' },
  tool_error: { ...ours, retried: true, words: 'server or browser broke down' },
  adapter_error: { ...ours, words: 'what decides the calls broke down' },
  model_error: { ...ours, publishable: false, words: 'the API of the model did not answer' },
  harness_error: { ...ours, publishable: false, words: 'the harness could not keep the result' },
  inconclusive: {
    ...ours,
    outcome: 'inconclusive',
    retried: true,
    words: 'the judge could not decide',
  },
} as const satisfies Record<string, StatusRow>;

/** The only table of what each status means. */
export const statuses: Readonly<Record<keyof typeof table, StatusRow>> = table;

export type Status = keyof typeof table;

// The keys of a record are strings to the type checker.
export const statusNames = Object.keys(table) as Status[];

/** Whether it counts in the agent's score. */
export function isCharged(status: Status): boolean {
  return statuses[status].outcome === 'agent';
}

/** `passed`, or `failed` if the agent is responsible, or `errored` if the infrastructure is. */
export function outcomeClassOf(status: Status): 'passed' | 'failed' | 'errored' {
  if (status === 'passed') return 'passed';
  return isCharged(status) ? 'failed' : 'errored';
}
