import type { Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';

/** Finds an issue by its current key, or by a key from before it was moved. */
export function findIssue({ store }: Track, key: string): Issue | undefined {
  const said = key.trim().toUpperCase();
  const first = store.get('issues', said);
  if (first?.key === said) return first;
  return store.all('issues').find((each) => each.key === said || each.formerKeys.includes(said));
}

/** The key after all keys that the project has ever had. */
export function nextKey({ store }: Track, project: string): string {
  const numbers = store
    .all('issues')
    .flatMap(({ key, formerKeys }) => [key, ...formerKeys])
    .filter((key) => key.startsWith(`${project}-`))
    .map((key) => Number(key.slice(project.length + 1)));
  return `${project}-${Math.max(0, ...numbers) + 1}`;
}
