import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../cli/this-project.ts';

/** What a reader of the field has to read twice, by the pattern that finds it. */
const patterns: Record<string, RegExp> = {
  'begins with "Of"': /(?:^|[.:!?] )Of (?!course)/gm,
  'nobody, somebody': /\b(?:no|some)body\b/gi,
  whoever: /\bwhoever\b/gi,
  'is no …': /\bis no \w/g,
  "can't be had": /\bcan(?:no|'|’)t be had\b/g,
  ', for the …': /, for (?:it|the|a) /g,
  told: /\btold\b/g,
  'lost to us': /\blost to us\b/g,
};
const mostWords = 35;

/** Where people read, and what of a file they read. */
const areas: Record<string, { files: string[]; proseOf(text: string): string[] }> = {
  documents: {
    files: ['*.md', 'docs/**/*.md', 'harness/**/README.md'],
    proseOf: (text) => paragraphs(text.replace(/^---\n.*?\n---\n/s, '').replace(/^```.*?^```/gms, '')),
  },
  pages: {
    files: ['site/**/*.astro'],
    proseOf: (text) =>
      paragraphs(
        text
          .replace(/^---\n.*?\n---\n/s, '')
          .replace(/<(script|style|code)\b.*?<\/\1>/gs, ' ')
          .replace(/<[^<>]*>/g, '\n\n'),
      ),
  },
  code: {
    files: ['harness/**/*.{ts,mjs}', 'site/**/*.{ts,mjs}'],
    // Comments, and strings that are sentences: messages, help, descriptions.
    proseOf: (text) => [
      ...[...text.matchAll(/\/\*\*?(.*?)\*\/|^\s*\/\/ ([^\n]*)$/gms)].map(([, block, line]) =>
        (block ?? line ?? '')
          .replace(/^\s*\* ?/gm, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      ),
      ...[...text.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)* (?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(
        ([, , words = '']) => words,
      ),
    ],
  },
};

function paragraphs(text: string): string[] {
  return text
    .split(/\n{2,}|\n(?=\s*(?:[-*|#]|\d+\.) ?)/)
    .map((each) =>
      each
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((each) => each !== '' && !each.startsWith('|'));
}

function longSentences(text: string): string[] {
  return text.split(/[.!?;:](?:\s|$)/).filter((each) => each.trim().split(/\s+/).length > mostWords);
}

/** What each pattern found in an area, with the words around it. */
function findIn({ files, proseOf }: (typeof areas)[string]): Record<string, string[]> {
  const prose = globSync(files, { cwd: thisProject.root })
    .filter((file) => !/node_modules|\.test\.ts$|^CHANGELOG|^reports\//.test(file))
    .flatMap((file) => proseOf(readFileSync(path.join(thisProject.root, file), 'utf8')));
  const found = Object.entries(patterns).map(([name, pattern]) => [
    name,
    prose.flatMap((text) =>
      [...text.matchAll(pattern)].map(({ index }) => text.slice(Math.max(0, index - 40), index + 80)),
    ),
  ]);
  return { ...Object.fromEntries(found), [`over ${mostWords} words`]: prose.flatMap(longSentences) };
}

const budgetFile = path.join(import.meta.dirname, 'plain-words.json');

test.each(Object.entries(areas))(
  'the words of %s are as plain as their budget, which only falls',
  (name, area) => {
    const budget: Record<string, Record<string, number>> = JSON.parse(readFileSync(budgetFile, 'utf8'));
    const found = findIn(area);
    const counts = Object.fromEntries(Object.entries(found).map(([rule, texts]) => [rule, texts.length]));
    expect(
      counts,
      `lower ${path.basename(budgetFile)} where fewer are found, and rewrite where more are: ${JSON.stringify(found)}`,
    ).toEqual(budget[name]);
  },
);

test.each([
  ['begins with "Of"', 'Of a run the record.', 'Of course.'],
  ['nobody, somebody', 'Nobody reads it.', 'An unknown user.'],
  ['is no …', 'x.json is no JSON', 'x.json: invalid JSON'],
  [', for the …', 'It waits, for the page moves.', 'It waits for the page.'],
  ['told', 'The agent is told so.', 'The agent gets the message.'],
])('%s is found', (name, wanted, plain) => {
  expect([wanted, plain].map((text) => text.match(patterns[name] as RegExp)?.length ?? 0)).toEqual([1, 0]);
});
