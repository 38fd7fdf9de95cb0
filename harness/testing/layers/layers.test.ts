import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hostSources } from '../../platform/files/host-sources.ts';
import { wings } from './layers.ts';
import { readSources, root } from './sources.ts';
import { violationsOf } from './violations.ts';

const sources = readSources();

test('every file imports only what its layer allows', () => {
  expect(violationsOf(sources)).toEqual([]);
});

test('below harness/ there are the wings, and a README', () => {
  const below = globSync('*', { cwd: path.join(root, 'harness') });
  expect(below.sort()).toEqual([...wings, 'testing', 'README.md'].sort());
  expect(
    below.filter(
      (wing) => wing !== 'README.md' && !existsSync(path.join(root, 'harness', wing, 'README.md')),
    ),
  ).toEqual([]);
});

test('the hosts of the repository stand on tasks/ alone, so that their digest follows from a commit', async () => {
  const hosts = globSync('tasks/web/*/_host.ts', { cwd: root });
  expect(hosts.length).toBeGreaterThan(1);
  const inTasks = (file: string) => path.relative(root, file).startsWith(`tasks${path.sep}`);
  for (const host of hosts) {
    const { files } = await hostSources(path.join(root, host));
    const outside = files.filter((file) => !inTasks(file) && !file.endsWith('/web/host-handler.ts'));
    expect(outside, host).toEqual([]);
  }
});

const page = (frontMatter: string, script = '') =>
  `---\n${frontMatter}\n---\n<main></main>\n<script>\n${script}\n</script>\n`;

test.each<[string, string, string, string?]>([
  ['an upward value', 'harness/judge/x.ts', `import { makePlan } from '../run/make-plan.ts';`],
  [
    'an upward value among types',
    'harness/task/x.ts',
    `import { type Plan, makePlan } from '../run/make-plan.ts';`,
  ],
  ['an upward type', 'harness/judge/x.ts', `import type { Plan } from '../run/plan.ts';`],
  ['an upward type', 'harness/judge/x.ts', `export type { Plan } from '../run/plan.ts';`],
  ['an upward type in an expression', 'harness/judge/x.ts', `export type P = import('../run/plan.ts').Plan;`],
  ['an upward side effect', 'harness/judge/x.ts', `import '../run/make-plan.ts';`],
  ['an upward dynamic import', 'harness/judge/x.ts', `await import('../run/make-plan.ts');`],
  ['an upward re-export', 'harness/judge/x.ts', `export * from '../run/make-plan.ts';`],
  ['an upward require', 'harness/judge/x.ts', `const plan = require('../run/make-plan.ts');`],
  [
    'an upward thread',
    'harness/results/x.ts',
    `new Worker(new URL('../run/make-plan.ts', import.meta.url));`,
  ],
  ['an upward import of a module', 'harness/judge/x.mjs', `import '../run/make-plan.ts';`],
  ['the command line', 'harness/publish/x.ts', `import '../cli/program.ts';`],
  ['a wing by its neighbour', 'harness/servers/x.ts', `import '../agents/index.ts';`],
  ['the site', 'harness/publish/x.ts', `import { href } from '../../site/words/href.ts';`],
  ['the tasks', 'harness/web/x.ts', `import '../../tasks/web/document-pass.ts';`],
  ['a computed import', 'harness/judge/x.ts', `await import(process.argv[2] ?? '');`],
  ['a test helper', 'harness/cli/x.ts', `import '../testing/folder-of.ts';`],
  ['a test helper', 'site/x.ts', `import { folderOf } from '../harness/testing/folder-of.ts';`],
  ['a test', 'harness/cli/x.ts', `import './cli.test.ts';`],
  ['a wing that the site may not import', 'site/x.ts', `import '../harness/run/plan.ts';`],
  ['a wing that the site may not import', 'site/pages/x.astro', page(`import '../../harness/run/plan.ts';`)],
  ['in the script of a page', 'site/pages/x.astro', page('', `import '../../harness/run/plan.ts';`)],
  ['a wing that tasks may not import', 'tasks/town/x.ts', `import '../../harness/judge/judge.ts';`],
  ['a forbidden pair', 'harness/task/x.ts', `import { Session } from '../browser/session.ts';`, 'never'],
  ['a forbidden pair', 'harness/results/x.ts', `import '../servers/mcp-client.ts';`, 'never'],
  ['a forbidden pair', 'harness/results/x.ts', `import type { Tab } from '../browser/tab.ts';`, 'never'],
  ['a forbidden pair', 'harness/publish/x.ts', `import '../servers/index.ts';`, 'never'],
  ['a forbidden pair', 'site/x.ts', `import '../harness/results/store/save-run.ts';`, 'never'],
  ['an unlisted package', 'harness/judge/x.ts', `import got from 'got';`, 'not listed'],
  [
    'a package outside its place',
    'harness/agents/x.ts',
    `import { Client } from '@modelcontextprotocol/sdk/x';`,
  ],
  ['a package outside its place', 'harness/judge/x.ts', `import 'chart.js/auto';`, 'site/charts'],
  ['a package outside its place', 'tasks/town/x.ts', `import * as z from 'zod';`],
  ['a file', 'harness/judge/x.ts', `import 'node:fs';`, 'node:fs'],
  ['a file by another file', 'harness/judge/x.ts', `import '../platform/files/make-folder.ts';`, 'node:fs'],
  ['Node in a browser', 'site/scripts/x.ts', `import { readFileSync } from 'node:fs';`, 'runs in a browser'],
  ['schemas in a browser', 'site/scripts/x.ts', `import * as z from 'zod';`, 'runs in a browser'],
  ['Node in a viewer', 'site/viewer/x.ts', `import { readFileSync } from 'node:fs';`, 'runs in a browser'],
  ['what connects to a server', 'site/x.ts', `import '../harness/servers/connect-server.ts';`, 'never'],
  [
    'Node in a browser',
    'site/scripts/x.ts',
    `import '../../harness/publish/board/settings.ts';`,
    'runs in a browser',
  ],
  ['Node in a browser', 'harness/experiments/skills/manager/page/x.js', `import '../serve.ts';`, 'runs in'],
  ['chance', 'harness/judge/x.ts', `import { randomUUID } from 'node:crypto';`, 'randomUUID'],
  ['chance', 'harness/results/statistics/x.ts', 'export const draw = () => Math.random();', 'random'],
  [
    'chance',
    'harness/experiments/audit/mutation/x.ts',
    'export const id = crypto.randomUUID();',
    'randomUUID',
  ],
  ['the network', 'harness/judge/x.ts', `await fetch('http://127.0.0.1/');`, 'fetch'],
  ['the network', 'harness/judge/x.ts', `await globalThis.fetch('http://127.0.0.1/');`, 'fetch'],
  ['the network', 'harness/judge/x.ts', `import 'node:http';`, 'node:http'],
  ['a clock', 'harness/results/score/x.ts', 'export const now = Date.now();', 'Date'],
  ['a clock', 'harness/results/statistics/x.ts', 'export const now = performance.now();', 'performance'],
  ['a timer', 'harness/judge/x.ts', 'setTimeout(() => {}, 1);', 'setTimeout'],
  ['a process', 'harness/judge/x.ts', 'export const home = process.env.HOME;', 'process'],
  ['a process', 'harness/results/story/x.ts', `import 'node:child_process';`, 'node:child_process'],
  ['a folder that is no wing', 'harness/utils/x.ts', 'export const x = 1;', 'not in a wing'],
  ['a loose file', 'harness/x.ts', 'export const x = 1;', 'not in a wing'],
])('a planted violation is noticed: %s in %s: %s', (_, file, text, naming = '') => {
  const found = violationsOf(sources, [{ file, text }]);
  expect(found.filter((line) => line.includes(naming) && line.includes(file))).not.toEqual([]);
});

test.each([
  ['a type of an impure file', 'harness/judge/x.ts', `import type { T } from '../platform/git/git.ts';`],
  [
    'a field with the name of a clock',
    'harness/judge/x.ts',
    'export const at = (row: { Date: 1 }) => row.Date;',
  ],
  ['data', 'harness/judge/x.ts', `import json from '../../package.json' with { type: 'json' };`],
  ['what the demo writes', 'site/demo/x.ts', `import '../../harness/results/store/save-run.ts';`],
])('what is allowed is let through: %s', (_, file, text) => {
  expect(violationsOf(sources, [{ file, text }])).toEqual([]);
});
