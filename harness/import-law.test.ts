import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Law } from './law/law.ts';
import { lawTable } from './law/law-table.ts';
import { theLaw } from './law/the-law.ts';
import { type Source, violationsOf } from './law/violations.ts';

const root = path.join(import.meta.dirname, '..');

const sources: Source[] = globSync('{harness,site,tasks}/**/*.{ts,js,mjs,astro}', { cwd: root })
  .sort()
  .map((file) => ({
    file: file.split(path.sep).join('/'),
    text: readFileSync(path.join(root, file), 'utf8'),
  }));

test('no file imports what the law does not give it, and nothing is given that nobody uses', () => {
  expect(violationsOf(sources, theLaw)).toEqual([]);
});

test('the table of docs/architecture.md is printed from the law', () => {
  const document = readFileSync(path.join(root, 'docs', 'architecture.md'), 'utf8');
  expect(document).toContain(lawTable(theLaw).join('\n'));
});

const page = (frontMatter: string, script = '') =>
  `---\n${frontMatter}\n---\n<main></main>\n<script>\n${script}\n</script>\n`;

test.each<[string, string, string, string?]>([
  ['a value', 'harness/contract/x.ts', `import { makePlan } from '../run/make-plan.ts';`],
  ['a type', 'harness/contract/x.ts', `import type { Plan } from '../run/plan.ts';`],
  ['a type in an expression', 'harness/contract/x.ts', `export type P = import('../run/plan.ts').Plan;`],
  ['a side effect', 'harness/contract/x.ts', `import '../run/make-plan.ts';`],
  ['what is loaded later', 'harness/contract/x.ts', `await import('../run/make-plan.ts');`],
  ['what is passed on', 'harness/contract/x.ts', `export * from '../run/make-plan.ts';`],
  ['what is required', 'harness/contract/x.ts', `const plan = require('../run/make-plan.ts');`],
  ['what is computed', 'harness/contract/x.ts', `await import(process.argv[2] ?? '');`],
  ['a thread', 'harness/statistics/x.ts', `new Worker(new URL('../run/make-plan.ts', import.meta.url));`],
  ['the command line', 'harness/contract/x.ts', `import '../cli/program.ts';`],
  ['the command line', 'site/x.ts', `import '../harness/cli.ts';`],
  ['what tests share', 'harness/contract/x.ts', `import '../testing/folder-of.ts';`],
  ['what tests share', 'site/x.ts', `import { folderOf } from '../harness/testing/folder-of.ts';`],
  ['Node', 'harness/contract/x.ts', `import 'node:fs';`],
  ['Node', 'site/scripts/x.ts', `import { readFileSync } from 'node:fs';`],
  ['a vendor that is not known', 'harness/contract/x.ts', `import got from 'got';`],
  ['a vendor by another door', 'harness/adapters/x.ts', `import OpenAI from 'openai';`],
  ['a part of a vendor', 'harness/contract/x.ts', `import 'chart.js/auto';`],
  ['another floor', 'site/x.ts', `import { openBrowser } from '../harness/browser/session.ts';`],
  ['who writes results', 'site/x.ts', `import { whileLocked } from '../harness/result/store/lock.ts';`],
  ['who writes results', 'site/x.ts', `import { saveRun } from '../harness/result/store/save-run.ts';`],
  ['a page', 'site/pages/x.astro', page(`import { makePlan } from '../../harness/run/make-plan.ts';`)],
  ['the script of a page', 'site/pages/x.astro', page('', `import '../../harness/run/make-plan.ts';`)],
  ['a script of the manager', 'harness/manager/page/x.js', `import { serve } from '../serve.ts';`],
  ['a module of old', 'harness/contract/x.mjs', `import '../run/make-plan.ts';`],
  ['chance', 'harness/contract/x.ts', `import { randomUUID } from 'node:crypto';`, 'randomUUID'],
  ['chance', 'harness/statistics/x.ts', 'export const draw = () => Math.random();', 'random'],
  ['chance', 'harness/mutation/x.ts', 'export const id = crypto.randomUUID();', 'randomUUID'],
  ['the network', 'harness/contract/x.ts', `await fetch('http://127.0.0.1/');`, 'fetch'],
  ['the network', 'harness/contract/x.ts', `await globalThis.fetch('http://127.0.0.1/');`, 'fetch'],
  ['a clock', 'harness/mutation/x.ts', 'export const now = Date.now();', 'Date'],
  ['a clock', 'harness/statistics/x.ts', 'export const now = performance.now();', 'performance'],
  ['a timer', 'harness/contract/x.ts', 'setTimeout(() => {}, 1);', 'setTimeout'],
  ['the process', 'harness/contract/x.ts', 'export const home = process.env.HOME;', 'process'],
  ['a room that the law does not know', 'harness/utils/x.ts', 'export const x = 1;', 'no room'],
  ['a loose file', 'harness/x.ts', 'export const x = 1;', 'no room'],
])('a planted violation is noticed: %s in %s', (_, file, text, naming = '') => {
  const found = violationsOf([...sources, { file, text }], theLaw);
  expect(found).toContainEqual(
    expect.stringMatching(new RegExp(`^${file.replaceAll('.', '\\.')}.*${naming}`)),
  );
});

test.each<[string, Partial<Law['rooms'][string]>]>([
  ['harness/publish: harness/skills', { rooms: ['harness/skills'] }],
  ['harness/publish: got', { vendors: ['got'] }],
  ['harness/publish: node:vm', { builtins: ['node:vm'] }],
  ['harness/publish/x.ts', { computed: ['harness/publish/x.ts'] }],
])('a permission that nobody uses is noticed: %s', (permission, more) => {
  const room = theLaw.rooms['harness/publish'];
  if (!room) throw new Error('the room is gone');
  const all = (name: 'rooms' | 'vendors' | 'builtins' | 'computed') => [
    ...(room[name] ?? []),
    ...(more[name] ?? []),
  ];
  const changed = {
    ...room,
    rooms: all('rooms'),
    vendors: all('vendors'),
    builtins: all('builtins'),
    computed: all('computed'),
  };
  const found = violationsOf(sources, { ...theLaw, rooms: { ...theLaw.rooms, 'harness/publish': changed } });
  expect(found).toEqual([`${permission}: a permission that nobody uses`]);
});

test('a door that nobody goes through and a room that is not there are noticed', () => {
  const file = 'harness/adapters/index.ts';
  const doors = { ...theLaw.doors, openai: [...(theLaw.doors.openai ?? []), file] };
  const rooms = {
    ...theLaw.rooms,
    'harness/lobby': { floor: 'ground', does: 'nothing', rooms: [] } as const,
  };
  expect(violationsOf(sources, { rooms, doors })).toEqual([
    `door openai: ${file}: a permission that nobody uses`,
    'harness/lobby: a room that is not there',
  ]);
});
