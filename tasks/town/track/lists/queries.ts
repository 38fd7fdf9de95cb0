import { emptyQuery } from '../state/empty-query.ts';
import type { Query } from '../state/rows.ts';

const names = Object.keys(emptyQuery) as (keyof Query)[]; // its own keys

export function readQuery(said: URLSearchParams): Query {
  const entries = names.map((name) => [name, said.get(name)?.trim() ?? emptyQuery[name]] as const);
  return { ...emptyQuery, ...Object.fromEntries(entries) };
}

/** The address of the list, without default values. */
export function pathOf(query: Query): string {
  const said = new URLSearchParams();
  for (const name of names) if (query[name] !== emptyQuery[name]) said.set(name, query[name]);
  return `/issues${said.size > 0 ? `?${said}` : ''}`;
}
