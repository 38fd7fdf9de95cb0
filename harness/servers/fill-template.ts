import type { CallTemplate, Server } from './server.ts';

/**
 * Fills a call's `{name}` arguments, those in lists too: from `values`, else, for an argument that is random per session, from the newest
 * answer that tells it. `{name:base64}` is the same in base64, of UTF-8. Throws where one is in neither.
 */
export function fillTemplate(
  { tool, args }: CallTemplate,
  values: Record<string, string>,
  { sessionValues }: Pick<Server, 'sessionValues'> = { sessionValues: {} },
  answers: readonly string[] = [],
): CallTemplate {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'string') return value;
    return value.replace(/\{(\w+)(:base64)?\}/g, (_, name: string, isEncoded?: string) => {
      const filled = values[name] ?? newest(sessionValues[name], answers);
      if (filled === undefined) throw new Error(`${tool}: no value for {${name}}`);
      return isEncoded ? Buffer.from(filled).toString('base64') : filled;
    });
  };
  return { tool, args: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, fill(value)])) };
}

function newest(pattern: string | undefined, answers: readonly string[]): string | undefined {
  if (pattern === undefined) return undefined;
  return answers.findLast((answer) => new RegExp(pattern).test(answer))?.match(pattern)?.[1];
}
