import { count } from '../../platform/words/count.ts';
import { nameLines } from '../../platform/words/name-lines.ts';
import type { Result } from '../../results/records/result.ts';
import { whyNotPassedLines } from '../../results/records/why-not-passed.ts';

/** What keeps episodes from passing, so that a cause that many share is told once. */
export class Causes {
  private readonly tasks = new Map<string, string[]>();

  /** The task that had the same cause before; null for a cause that is new. */
  add(result: Result): string | null {
    const cause = causeOf(result);
    const before = this.tasks.get(cause);
    if (!before) this.tasks.set(cause, [result.taskId]);
    else if (!before.includes(result.taskId)) before.push(result.taskId);
    return before?.[0] ?? null;
  }

  /** Each cause that several tasks share, with their number and names. */
  shared(): string[] {
    return [...this.tasks].flatMap(([cause, tasks]) =>
      tasks.length < 2 ? [] : [`${count(tasks.length, 'task')} for one cause: ${cause}`, ...nameLines(tasks)],
    );
  }
}

/** Where in a recording a tool was missed is another place in each task, and the same cause. */
function causeOf({ status, drift, ...result }: Result): string {
  if (drift?.reason === 'tool_gone') return `${status}, tool_gone: recorded ${drift.expected}`;
  if (drift) return `${status}, ${drift.reason}: ${drift.actual}`;
  const [first = ''] = whyNotPassedLines(result);
  return result.error ? `${status}: ${result.error}` : `${status}: ${first} of ${result.taskId}`;
}
