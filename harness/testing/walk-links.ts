import type { hostOf } from './host-of.ts';

const eachKind = 6;

/** What links lead to from these paths, in the order in which they are met: some pages of each kind, which is a path without its `names`. */
export async function walkLinks(
  { get }: Pick<ReturnType<typeof hostOf>, 'get'>,
  from: readonly string[],
  names: RegExp,
): Promise<Map<string, { status: number; text: string }>> {
  const met = new Map<string, { status: number; text: string }>();
  const kinds = new Map<string, number>();
  const waiting = [...from];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = path.replaceAll(names, '');
    const count = kinds.get(kind) ?? 0;
    if (met.has(path) || count === eachKind) continue;
    kinds.set(kind, count + 1);
    const { status, text, location } = await get(path);
    met.set(path, { status, text });
    if (location) waiting.push(location);
    for (const [, href = ''] of text.matchAll(/href="(\/[^"#]*)/g))
      if (!href.startsWith('/assets/')) waiting.push(href.replaceAll('&amp;', '&'));
  }
  return met;
}
