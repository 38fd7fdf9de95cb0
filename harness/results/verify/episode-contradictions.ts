import type { Result } from '../records/result.ts';
import type { Status } from '../records/statuses.ts';
import { verdictContradictions } from './verdict-contradictions.ts';

/** The verdicts that an episode of a status can have; one that is not here can have any. */
const verdictsOf: Partial<Record<Status, readonly (string | null)[]>> = {
  passed: ['passed'],
  // Undecided where the agent left a page that nobody can read, null where it left no browser.
  failed: ['failed', 'inconclusive', null],
  max_steps: ['failed', 'inconclusive'],
  // The first observation holds where only provenance is wanting, or the second observation could not be had.
  tampered: ['passed', 'failed'],
  inconclusive: ['inconclusive', 'passed', null],
};

/** What in a stored episode does not agree with the rest of it, field first. */
export function episodeContradictions(result: Result): string[] {
  const { status, success, verdict, factsSha256, drift } = result;
  const outcome = verdict?.outcome ?? null;
  const allowed = verdictsOf[status];
  return [
    ...(success === (status === 'passed') ? [] : [`success: ${success}, with status "${status}"`]),
    ...(allowed && !allowed.includes(outcome)
      ? [`status: "${status}", with the verdict ${JSON.stringify(outcome)}`]
      : []),
    ...((status === 'failed' || status === 'max_steps') &&
    outcome !== 'failed' &&
    (result.steps === 0 || result.error === undefined)
      ? [`status: "${status}" without a verdict, after ${result.steps} steps and without an error`]
      : []),
    ...((verdict === null) === (factsSha256 === null)
      ? []
      : [`factsSha256: ${verdict ? 'null of a verdict' : 'there, and no verdict'}`]),
    ...((drift === undefined) === (status !== 'replay_drift')
      ? []
      : [`drift: ${drift ? `${drift.reason}, with` : 'none, with'} status "${status}"`]),
    ...(verdict ? verdictContradictions(verdict) : []),
    ...postconditionContradictions(result),
  ];
}

function postconditionContradictions({ success, status, verdict, failedPostcondition }: Result): string[] {
  const say = (what: string) => [`failedPostcondition: ${what}`];
  if (!failedPostcondition) {
    const wanted = verdict?.outcome === 'failed' || status === 'tampered';
    return wanted && !success ? say('none, and the contract did not hold') : [];
  }
  const { name, observed } = failedPostcondition;
  if (success) return say(`${name}, with status "passed"`);
  // Said by the harness about the page's address and the requests; no clauses of the contract.
  if (name === 'provenance' || name === 'boundary') return [];
  const clause = verdict?.clauses.find((each) => each.name === name && each.outcome === 'failed');
  if (!clause) return say(`${name}, which is no clause that failed`);
  return clause.observed === observed ? [] : say(`${name}: observed differs from that of the clause`);
}
