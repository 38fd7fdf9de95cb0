import { erroredStatuses, type Status } from '../../harness/result/result.ts';

/** Whether it passed, and otherwise whose failure it was: the agent's, or ours. */
export function outcomeClassOf(status: Status): 'passed' | 'failed' | 'errored' {
  if (status === 'passed') return 'passed';
  return erroredStatuses.includes(status) ? 'errored' : 'failed';
}
