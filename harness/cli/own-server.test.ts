import { expect, test } from 'vitest';
import { chooseServer, servers } from '../servers/index.ts';
import { toolMappingOf } from '../servers/tool-mappings/index.ts';
import { folderOf } from '../testing/folder-of.ts';
import { commands } from './commands/index.ts';
import { projectHere } from './project-here.ts';
import { knownServers, serverChoice } from './server-choice.ts';

function configured(servers: readonly unknown[]) {
  return folderOf({ 'contract-bench.config.json': JSON.stringify({ servers }) }).then((folder) =>
    projectHere(folder, commands),
  );
}

const command = 'node {project}/server.js {port}';

test('a server of the configuration says as data what a listed one says', async () => {
  const { config, project } = await configured([
    {
      ...{ id: 'mine', command, title: 'Mine', env: { PORT: '{port}' } },
      attach: { tool: 'connect', args: { debugPort: '{port}' } },
      open: { tool: 'go', args: { url: '{url}', wait: true } },
      reads: [{ tool: 'look' }],
      sessionValues: { uid: 'uid=(\\d+)' },
      fetchesByItself: ['download'],
      cannot: { 'fixture-dialog': 'it has no tool for dialogs' },
    },
  ]);
  const said = { server: 'mine', serverCommand: null, serverId: null };
  expect(chooseServer(serverChoice(said, { config, project }))).toEqual({
    ...{ id: 'mine', title: 'Mine', origin: { command: `node ${project.root}/server.js {port}` } },
    ...{ args: [], env: { PORT: '{port}' } },
    attach: { tool: 'connect', args: { debugPort: '{port}' } },
    open: { tool: 'go', args: { url: '{url}', wait: true } },
    ...{ script: null, answerRequests: null, reads: [{ tool: 'look', args: {} }] },
    sessionValues: { uid: 'uid=(\\d+)' },
    fetchesByItself: ['download'],
    cannot: { 'fixture-dialog': 'it has no tool for dialogs' },
  });
});

test('a mistake in what it says names the field, what was found and what is allowed', async () => {
  const error: Error = await configured([
    'playwright',
    {
      ...{ id: 'mine', command: 'node server.js', colour: 'red' },
      open: { tool: 'go', args: { uri: '{uri}' } },
      sessionValues: { uid: 'uid=\\d+', ref: '(' },
      env: { 'A-B': 'x', 'X=1; id': 'x' },
    },
  ]).then(
    () => new Error('it was taken'),
    (thrown) => thrown,
  );
  for (const line of [
    /: servers\[1\]\.command: must hold \{endpoint\}, \{port\} or \{chromium\}; found "node server\.js"/,
    /: servers\[1\]\.colour: unknown field; allowed are id, command, /,
    /: servers\[1\]\.open: must hold \{url\} in its args/,
    /: servers\[1\]\.sessionValues\.uid: must be a regular expression with one group; found "uid=\\\\d\+"/,
    /: servers\[1\]\.env.*A-B.*: its name must be letters, digits and _/,
    /: servers\[1\]\.env.*X=1; id.*: its name must be letters, digits and _/,
    /: servers\[1\]\.sessionValues\.ref: must be a regular expression with one group/,
  ])
    expect(error.message).toMatch(line);
});

test('it has the dialect that it names, else that of the known server whose id it has, else none', async () => {
  const { config, project } = await configured([
    { id: 'mine', command, dialect: 'agent-infra' },
    { id: 'playwright', command },
    { id: 'bare', command },
  ]);
  const choice = (server: string) =>
    serverChoice({ server, serverCommand: null, serverId: null }, { config, project });
  expect(['mine', 'playwright', 'bare'].map((id) => toolMappingOf(chooseServer(choice(id)))?.id)).toEqual([
    'agent-infra',
    'playwright',
    undefined,
  ]);
  expect(knownServers({ config, project }).map(({ id }) => id)).toEqual([
    ...['mine', 'playwright', 'bare'],
    ...servers.map(({ id }) => id).filter((id) => id !== 'playwright'),
  ]);
  expect(() => choice('min')).toThrow(
    'unknown server "min"; did you mean mine? there is mine, playwright, bare, chrome-devtools',
  );
  const wrong = await configured([{ id: 'mine', command, dialect: 'agent-infar' }]);
  expect(() => knownServers(wrong)).toThrow(
    'server mine: dialect: unknown server "agent-infar"; did you mean agent-infra?',
  );
});
