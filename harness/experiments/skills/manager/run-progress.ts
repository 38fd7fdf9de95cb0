import type { SkillRun } from '../../../results/records/skill-run.ts';
import type { SuiteProgress } from '../run-suite.ts';
import type { ErrorBody } from './api-error.ts';

/** `cancelled`: before it began, so that there is nothing to show. */
type RunStatus = 'complete' | 'incomplete' | 'cancelled' | 'failed';

export type RunEvent =
  /** It waits, and so many begin before it. */
  | { event: 'waiting'; data: { before: number } }
  | { event: 'progress'; data: SuiteProgress }
  | { event: 'end'; data: { runId: string; status: RunStatus; error?: ErrorBody } };

/** What has happened in a run so far, for any number of listeners, however late they come. */
export class RunProgress {
  private readonly runId: string;
  private readonly past: RunEvent[] = [];
  private next = Promise.withResolvers<void>();
  /** How many begin before it; null of a run that does not wait. */
  before: number | null = null;

  constructor(runId: string) {
    this.runId = runId;
  }

  wait(before: number): void {
    this.before = before;
    this.push({ event: 'waiting', data: { before } });
  }

  begin(): void {
    this.before = null;
  }

  add(progress: SuiteProgress): void {
    this.push({ event: 'progress', data: progress });
  }

  end(status: RunStatus, error?: ErrorBody): void {
    this.push({ event: 'end', data: { runId: this.runId, status, ...(error && { error }) } });
  }

  /** All events from the first to the end of the run. */
  async *events(): AsyncGenerator<RunEvent> {
    for (let seen = 0; ; ) {
      const next = this.next.promise;
      for (const event of this.past.slice(seen)) {
        seen += 1;
        yield event;
        if (event.event === 'end') return;
      }
      if (seen === this.past.length) await next;
    }
  }

  private push(event: RunEvent): void {
    this.past.push(event);
    this.next.resolve();
    this.next = Promise.withResolvers();
  }
}

/** The events of a run that ended before anybody here listened. */
export async function* eventsOf(runId: string, run: SkillRun): AsyncGenerator<RunEvent> {
  const total =
    run.conditions.length * run.tasks.length * Math.max(1, ...run.results.map(({ trial = 1 }) => trial));
  for (const [index, result] of run.results.entries())
    yield { event: 'progress', data: { done: index + 1, total, result } };
  yield { event: 'end', data: { runId, status: run.incomplete ? 'incomplete' : 'complete' } };
}
