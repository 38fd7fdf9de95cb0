import { isCharged, type Status } from '../../results/records/statuses.ts';

/** Whether it passed, and otherwise whose failure it was: the agent's, or ours. */
export function outcomeClassOf(status: Status): 'passed' | 'failed' | 'errored' {
  if (status === 'passed') return 'passed';
  return isCharged(status) ? 'failed' : 'errored';
}
