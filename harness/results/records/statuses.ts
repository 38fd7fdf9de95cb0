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
  passed: { ...agent, words: 'completed the task' },
  failed: { ...agent, words: 'did not complete the task' },
  max_steps: { ...agent, words: 'reached the limit of steps' },
  timeout: { ...agent, words: 'reached the time limit' },
  budget_exceeded: { ...agent, words: 'reached the cost limit' },
  tampered: {
    ...agent,
    words: 'forged the outcome, or showed one that a second observation did not confirm',
  },
  model_refused: { ...agent, words: 'the model refused the task' },
  context_full: { ...agent, words: 'filled the context of the model' },
  replay_drift: { ...ours, words: 'the recording is for another task, server or page' },
  start_page_failed: { ...ours, retried: true, publishable: false, words: 'the start page did not open' },
  tool_error: { ...ours, retried: true, words: 'the server or the browser failed' },
  adapter_error: { ...ours, words: 'the adapter failed, or the agent did not start' },
  model_error: { ...ours, publishable: false, words: 'the model API did not answer' },
  harness_error: { ...ours, publishable: false, words: 'the harness could not save the result' },
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
