import type { Task } from './task.ts';

/** What everybody can read of a task: its goal, its start URL and the words of its contract. */
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
