import { readFileSync } from 'node:fs';

/** What the last audit said of a template: on which seed, and each column of its table with what stands there. */
type AuditedTemplate = { seed: number; cells: readonly (readonly [column: string, value: string])[] };

const section = /<!-- templates: .*-->\n([\s\S]*?)<!-- \/templates -->/;

/** The table that `audit --suite town --docs write` writes into a document, by the template; empty where none was written. */
export function auditedTemplatesIn(file: string): ReadonlyMap<string, AuditedTemplate> {
  const [, table = ''] = section.exec(readFileSync(file, 'utf8')) ?? [];
  const [head = [], , ...rows] = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return new Map(
    rows.flatMap(([instance = '', ...values]) => {
      const [, id, seed] = /^`(.+)-s(\d+)`$/.exec(instance) ?? [];
      const cells = values.map((value, at) => [upper(head[at + 1] ?? ''), value] as const);
      return id ? [[id, { seed: Number(seed), cells }] as const] : [];
    }),
  );
}

const upper = (words: string) => words.replace(/^./, (first) => first.toUpperCase());
