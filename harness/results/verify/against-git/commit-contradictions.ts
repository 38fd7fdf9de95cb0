import type { CommitHere } from '../../../platform/git/commits-here.ts';
import type { ResultsFile, Run } from '../../records/result.ts';
import { show } from '../differences.ts';

/** A machine's clock may be ahead of another one's by so much. */
const skewMs = 5 * 60_000;

/** Where a results file says something else of its commit than git. A shallow clone knows not all parents. */
export function commitContradictions({ commit }: ResultsFile, here: CommitHere, whole: boolean): string[] {
  const { date, subject, parents } = commit;
  const isSameInstant = date === null || Date.parse(date) === Date.parse(here.date);
  const wanted = here.subject.slice(0, 200);
  const isSameParents = parents.length === 0 || parents.join() === here.parents.join();
  return [
    ...(isSameInstant ? [] : [`commit.date: stored ${show(date)}, git has ${show(here.date)}`]),
    ...(subject === undefined || subject === wanted
      ? []
      : [`commit.subject: stored ${show(subject)}, git has ${show(wanted)}`]),
    ...(!whole || isSameParents
      ? []
      : [`commit.parents: stored ${show(parents)}, git has ${show(here.parents)}`]),
  ];
}

/** No run began before its commit was made, and none ends after now. */
export function timeContradictions(
  { startedAt, durationMs }: Run,
  { committedMs, nowMs }: { committedMs: number | null; nowMs: number },
): string[] {
  const startMs = Date.parse(startedAt);
  const say = (what: string) => [`startedAt: ${show(startedAt)}, ${what}`];
  if (startMs + durationMs > nowMs + skewMs) return say('which with its duration is in the future');
  if (committedMs === null || startMs + skewMs >= committedMs) return [];
  return say(`before its commit was made, ${new Date(committedMs).toISOString()}`);
}
