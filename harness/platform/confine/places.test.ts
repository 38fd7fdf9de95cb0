import { chmod, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { isWithin } from './named-files.ts';
import { gitFolders, placesFor, sightOf } from './places.ts';

const nothing = { checkout: null, answers: [] };

/** A home, a project in it, another checkout beside it, interpreters. */
const machine = await folderOf({
  'home/.ssh/id': '',
  'home/own/package.json': '{}',
  'home/own/.git/HEAD': '',
  'home/own/server.js': '',
  'home/own/tasks/one.md': '',
  'home/own/transcripts/x.jsonl': '',
  'home/own/node_modules/sdk/index.js': '',
  'home/.pyenv/shims/python': '',
  'home/.pyenv/versions/3/bin/python': '',
  'second/package.json': '{}',
  'second/agent.js': '',
  'second/agents/one.js': '',
  'second/tasks/town.json': '',
  'second/transcripts/x.jsonl': '',
  'clones/third/tasks/town.json': '',
  'clones/third/transcripts/x.jsonl': '',
  'clones/run.sh': '',
  'clones/mine/fourth/tasks/town.json': '',
  'clones/mine/fourth/transcripts/x.jsonl': '',
  'venv/bin/python': '',
  'venv/lib/python3/site.py': '',
  'venv/pyvenv.cfg': '',
  'a b/node_modules/server/cli.js': '',
  'c d/server.js': '',
  "it's/server.js": '',
  'e/package.json': '{}',
  'e/src/main.js': '',
  'linked/package.json': '{}',
  'linked/server.js': '',
  'linked/node_modules/@a/b.txt': '',
  'modules/node_modules/c/index.js': '',
  'whole/package.json': '{}',
  'whole/server.js': '',
  'elsewhere/packages/b/package.json': '{}',
  'elsewhere/packages/b/index.js': '',
  'elsewhere/packages/b/node_modules/d/index.js': '',
  'mono/.git/HEAD': '',
  'mono/bench/nested/.git/HEAD': '',
  'mono/bench/nested/tasks/one.md': '',
});
const at = (name: string) => path.join(machine, name);
await symlink(at('elsewhere/packages/b'), at('linked/node_modules/@a/b'));
await symlink(at('home/own'), at('linked/node_modules/own'));
// The two link each other, as packages of one workspace do.
await symlink(at('linked'), at('elsewhere/packages/b/node_modules/linked'));
await symlink(at('modules/node_modules'), at('whole/node_modules'));

/** Whether a guest that is started so sees a file. */
function sees(commandLine: readonly string[], file: string, env: NodeJS.ProcessEnv = {}): boolean {
  const hidden = { checkout: at('home/own'), answers: [at('home/own/tasks'), at('home/own/transcripts')] };
  const { shown, covered } = placesFor(hidden, commandLine, { PATH: '', HOME: at('home'), ...env });
  const nearest = (places: readonly string[]) =>
    Math.max(0, ...places.filter((place) => isWithin(file, place)).map((place) => place.length));
  return nearest(shown) > nearest(covered);
}

test.each([
  ['/', 'home/.ssh/id'],
  ['{}/home', 'home/.ssh/id'],
  ['{}', 'home/.ssh/id'],
  ['{}/home/../home', 'home/.ssh/id'],
  ['--root={}/home', 'home/.ssh/id'],
  ['{}/home/own', 'home/own/package.json'],
  ['{}/home/own/tasks', 'home/own/tasks/one.md'],
  ['{}/home/own/tasks/one.md', 'home/own/tasks/one.md'],
  ['node {}/home/own/server.js', 'home/own/tasks/one.md'],
  ['node {}/home/own/server.js', 'home/own/.git/HEAD'],
  ['{}/second', 'second/tasks/town.json'],
  ['{}/second/tasks', 'second/tasks/town.json'],
  ['{}/second/tasks/town.json', 'second/tasks/town.json'],
  ['node {}/second/agent.js', 'second/tasks/town.json'],
  ['node {}/second/agents/one.js', 'second/tasks/town.json'],
  ['{}/clones', 'clones/third/tasks/town.json'],
  ['{}/clones/run.sh', 'clones/third/tasks/town.json'],
  ['{}/clones', 'clones/mine/fourth/tasks/town.json'],
  ['node {}/linked/server.js', 'home/own/tasks/one.md'],
  ['node {}/linked/server.js', 'home/.ssh/id'],
])('the name %s on a command line does not open %s', (name, file) => {
  const word = name.replace('{}', machine);
  expect(sees([word], at(file))).toBe(false);
  expect(sees(['sh', '-c', `exec ${word}`], at(file))).toBe(false);
});

test.each([
  ['node {}/home/own/server.js', 'home/own/server.js'],
  ['node {}/home/own/server.js', 'home/own/node_modules/sdk/index.js'],
  ['node {}/second/agents/one.js', 'second/agents/one.js'],
  ['node {}/e/src/main.js', 'e/package.json'],
  ['node {}/linked/server.js', 'elsewhere/packages/b/index.js'],
  ['node {}/linked/server.js', 'elsewhere/packages/b/node_modules/d/index.js'],
  ['node {}/whole/server.js', 'modules/node_modules/c/index.js'],
  ['PATH={}/x:{}/venv/bin serve', 'venv/bin/python'],
  ['{}/venv/bin/python -m server', 'venv/lib/python3/site.py'],
  ['{}/venv/bin/python -m server', 'venv/pyvenv.cfg'],
  ['{}/a b/node_modules/server/cli.js', 'a b/node_modules/server/cli.js'],
  ['node "{}/c d/server.js" {endpoint}', 'c d/server.js'],
  ["node '{}/c d'/server.js", 'c d/server.js'],
  ['node --file={}/c\\ d/server.js', 'c d/server.js'],
  ["node '{}/it'\\''s/server.js' {endpoint}", "it's/server.js"],
  ['node "{}/it\'s"/server.js', "it's/server.js"],
])('the command line %s opens %s', (name, file) => {
  expect(sees([name.replaceAll('{}', machine)], at(file))).toBe(true);
});

test.each([
  '/etc/shadow',
  '/etc/ssl/private/key.pem',
  '/root/.ssh',
  '/srv/x',
  '/home/x',
  '/mnt/x',
  '/opt/x',
  '/var/log/x',
  '/usr/src/x',
  '/proc/1/environ',
  '/sys/kernel',
])('no guest sees %s, whatever its command line is', (file) => {
  for (const line of [['sh'], [file], [path.dirname(file)], ['/']])
    expect([line, sees(line, file)]).toEqual([line, false]);
});

test.each(['/usr/bin/env', '/usr/lib/x', '/etc/hosts', '/etc/ssl/certs/x', process.execPath])(
  'every guest sees %s',
  (file) => {
    expect(sees(['sh'], file)).toBe(true);
  },
);

test('the shims on the PATH show what they lead to', () => {
  expect(sees(['python'], at('home/.pyenv/versions/3/bin/python'), { PATH: at('home/.pyenv/shims') })).toBe(
    true,
  );
});

test('a program that its owner alone can read keeps root from being another user', async () => {
  const folder = await folderOf({ 'server.js': '', 'lib/one.js': '' });
  await chmod(folder, 0o700);
  const line = [path.join(folder, 'server.js')];
  expect(placesFor(nothing, line, { PATH: '' }).ownersAlone).toBe(false);
  await chmod(path.join(folder, 'server.js'), 0o600);
  expect(placesFor(nothing, line, { PATH: '' }).ownersAlone).toBe(true);
});

test('a link that a command line names opens what it leads to, and no more', async () => {
  await symlink(at('e/src/main.js'), at('named'));
  expect(sees([at('named')], at('named'))).toBe(true);
  expect(sees([at('named')], at('e/src/main.js'))).toBe(true);
  await symlink(at('home'), at('to-home'));
  expect(sees([at('to-home')], at('to-home/.ssh/id'))).toBe(false);
});

test('a server that is a part of the project sees the project but for its answers', () => {
  const hidden = { checkout: null, answers: [at('home/own/tasks'), at('home/own/transcripts')] };
  const { shown, covered } = placesFor(hidden, [at('home/own/server.js')], { PATH: '', HOME: at('home') });
  expect(shown).toContain(at('home/own'));
  expect(covered).toEqual(expect.arrayContaining(hidden.answers));
});

test('what could be read where nothing is confined is named: homes, and checkouts in them and beside this one', () => {
  const { seen, exposed } = sightOf(at('home/own'), { PATH: at('venv/bin'), HOME: at('home') });
  expect(exposed).toEqual(expect.arrayContaining([at('home'), at('home/own')]));
  expect(seen).toEqual(expect.arrayContaining([at('venv/bin'), at('venv/lib')]));
  expect(sightOf(at('clones/x'), { PATH: '' }).exposed).toContain(at('clones/third'));
});

test('the git of a place is that of its repository: around a folder of a monorepo, within one that is nested', () => {
  expect(gitFolders(at('mono/bench'))).toEqual([at('mono/.git')]);
  expect(gitFolders(at('mono/bench/nested/tasks'))).toEqual([at('mono/bench/nested/.git')]);
});
