import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checkLinks } from '../../../site/build/dead-links.ts';
import { readReleaseRecord } from '../../results/records/release-record.ts';
import { installedProject } from '../../testing/installed-project.ts';
import { commandIn } from '../../testing/packed.ts';
import { commitAll } from '../../testing/remotes/git-as.ts';
import { thisProject } from '../this-project.ts';

const config = `import { defineConfig } from 'contract-bench';

export default defineConfig({
  servers: [
    {
      id: 'mine',
      command: 'node {project}/server/cdp-guest.mjs {endpoint} --honest',
      mapping: {
        read: { tool: 'look' },
        elements: '^\\\\[(?<ref>\\\\d+)\\\\] (?<role>[a-z]+) "(?<name>[^"]*)"(?: value="(?<value>[^"]*)")?',
        verbs: {
          open: { tool: 'visit', args: { url: '{url}' } },
          click: { tool: 'click', args: { ref: '{ref}' } },
          fill: { tool: 'fill', args: { ref: '{ref}', words: '{text}' } },
        },
      },
    },
  ],
});
`;

/** A project of its maintainer with a small server, its mapping and the package. */
let folder = '';

beforeAll(async () => {
  folder = await installedProject();
  for (const name of ['cdp-guest.mjs', 'hands.mjs'])
    await cp(path.join(thisProject.root, 'harness/testing/guests', name), path.join(folder, 'server', name));
  await writeFile(path.join(folder, 'contract-bench.config.ts'), config);
  await commitAll(folder, 'feat: a server');
});

async function bench(...words: string[]): Promise<string> {
  const ended = await commandIn(folder)(['npx', 'contract-bench', ...words]);
  expect([words, ended.exitCode, ended.stderr]).toEqual([words, 0, ended.stderr]);
  return ended.stdout;
}

const pageOf = (name: string) => readFile(path.join(folder, 'dist', name, 'index.html'), 'utf8');

test('a maintainer measures a server of their own, and their site shows it beside a listed one', async () => {
  await bench('servers', 'measure', 'mine', '--only', 'tools,honesty,reach', '--write');
  const line = `node "${folder}/server/cdp-guest.mjs" {endpoint} --opens-urls`;
  await bench('servers', 'measure', line, '--server-id', 'line', '--only', 'tools', '--write');
  await bench('servers', 'measure', 'playwright', '--only', 'tools', '--write');
  const { server, parts } = readReleaseRecord(path.join(folder, 'results/servers/mine@1.2.3.json'));
  expect(server).toMatchObject({ id: 'custom:mine', source: 'command', mapping: 'mine' });
  expect(server.command).toBe('node {project}/server/cdp-guest.mjs {endpoint} --honest');
  expect(parts).toMatchObject({
    honesty: { cells: expect.any(Array) },
    reach: { targets: expect.any(Array) },
    cost: null,
  });
  await commitAll(folder, 'chore(results): three servers');

  await bench('site');
  const servers = await pageOf('servers');
  expect(servers).toMatch(/href="\/servers\/custom-mine\/"/);
  expect(servers).toMatch(/href="\/servers\/playwright\/"/);
  expect(await pageOf('servers/honest')).toMatch(/mine.*Silent or wrong/s);
  const honesty = await pageOf('servers/custom-mine/1.2.3/honesty');
  expect(honesty).toContain('servers measure mine --only honesty --cell disabled-button');
  expect(checkLinks(path.join(folder, 'dist'), '/').dead).toEqual([]);
  const file = await readFile(path.join(folder, 'dist/api/v1/releases/custom-mine@1.2.3.json'), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ record: { server: { id: 'custom:mine' } } });
}, 900_000);

test('the cost of such a server is measured by its mapping in the configuration, and the other parts stay', async () => {
  await bench('servers', 'measure', 'mine', '--only', 'tools', '--write');
  await bench('servers', 'measure', 'mine', '--only', 'cost', '--write');
  const { parts } = readReleaseRecord(path.join(folder, 'results/servers/mine@1.2.3.json'));
  expect(parts.cost).toMatchObject({
    reading: { tool: 'look', args: {} },
    suites: expect.arrayContaining([expect.objectContaining({ suite: 'fixtures', passed: 2 })]),
  });
  expect(parts.tools).toMatchObject({ list: { tools: expect.any(Number) } });
}, 1_800_000);
