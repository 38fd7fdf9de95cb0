import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync(['site/**/*.{astro,ts}', 'harness/publish/site/*.ts', 'package.json'], {
  cwd: root,
}).filter((file) => !file.endsWith('.test.ts'));
const texts = files.map((file) => readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' '));

/** Sentences that stood on the site and were false, each with the words by which it would be found again. */
const falseSentences: [what: string, sentence: string, words: RegExp][] = [
  [
    'replays of recordings that are not of today',
    'recorded tool calls by one policy. Here the recordings are replayed.',
    /recordings are replayed/i,
  ],
  [
    'a winner by tokens of answers alone',
    'agent-browser answered with the fewest tokens: 0.38 times those of Playwright MCP',
    /answered with the fewest|times those of/i,
  ],
  [
    'most tasks are judged by the state of their sites',
    'Browser agents, judged by what the browser shows',
    /judged by what the browser shows|(?<!sites, or )against what the harness itself sees of the browser/i,
  ],
  [
    'the report of an agent beside the count of a judge',
    'notte says 86.2 % by the report of its own agent. Recomputed it is 76.2 % by its own judge',
    /Recomputed[^.]* it is/i,
  ],
  [
    'one width for all rows of a table',
    'Rows closer than about 12 points are not told apart here',
    /closer than about/i,
  ],
  [
    'numbers that are of more files than results',
    'Every number here is computed from the result files of the repository.',
    /computed from the result files/i,
  ],
  ['every reading tool is called', 'Each of its reading tools is called', /each of its reading tools/i],
  ['a replay as the state of a task', 'Last replay: not played', /last replay/i],
  ['scores that are of agents alone', 'Scores of browser agents', /scores of browser agents/i],
  ['two words for one web', 'Town, {web} web, 1 trial a task', /(hermetic|\{(group\.)?web\}) web\b/i],
];

test.each(falseSentences)('no page says it: %s', (_, sentence, words) => {
  expect(sentence).toMatch(words);
  expect(files.filter((__, at) => words.test(texts[at] ?? ''))).toEqual([]);
});

/** What must be said beside a number, and where. */
const trueSentences: [file: string, words: RegExp][] = [
  [
    'harness/publish/site/site-settings.ts',
    /judged by what changed on the sites or by what the browser shows/,
  ],
  ['site/pages/agents/index.astro', /what changed on the sites, or by what the browser shows/],
  [
    'site/pages/evidence/method/index.astro',
    /against what changed on the sites, or against what the harness itself sees/,
  ],
  ['site/pages/servers/can-do/index.astro', /runs with its default flags/],
  ['site/pages/servers/can-do/index.astro', /another way may/],
  ['site/pages/servers/[id]/index.astro', /Started as <code>/],
  ['site/pages/servers/[id]/index.astro', /not measured here: \{/],
  ['site/pages/servers/hidden-text/index.astro', /any reading/],
];

test.each(trueSentences)('%s says %s', (file, words) => {
  expect(texts[files.indexOf(file)]).toMatch(words);
});
