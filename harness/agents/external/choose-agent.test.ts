import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { noOptions } from '../built-in-agent.ts';
import { type AgentChoice, chooseAgent } from './choose-agent.ts';

test.each<[AgentChoice, RegExp]>([
  [{ named: 'nobody' }, /unknown agent "nobody"; there is claude-code, codex/],
  [{ named: 'mine.json' }, /--agent mine\.json: cannot be read \(ENOENT\)/],
  [{ command: 'sh x.sh', id: null }, /--agent-command: needs --agent-id/],
  [{ command: 'sh x.sh', id: 'No Id' }, /--agent-id.*letters a to z/],
  [{ named: 'stagehand', door: 'mcp' }, /--door: got "mcp"; expected one of cdp for stagehand/],
  [{ named: 'qwen-code' }, /--agent qwen-code: needs --model/],
  [{ named: 'codex', version: '9' }, /--agent-version: got "9"; codex always has the version of its inst/],
  [{ command: 'sh x.sh', id: 'a', version: 'a b' }, /--agent-version.*letters, digits/],
  ...['constructor', '__proto__', 'toString'].map((named): [AgentChoice, RegExp] => [
    { named },
    /unknown agent/,
  ]),
])('%j is a mistake of the user, and the error has the list', async (choice, words) => {
  await expect(chooseAgent(choice, noOptions)).rejects.toThrow(words);
});

test('the file of an agent has its interface, and a flag can change it', async () => {
  const file = `${await folderOf({ 'mine.json': '{"id":"mine","command":"sh x.sh","door":"acp"}' })}/mine.json`;
  expect((await chooseAgent({ named: file }, noOptions)).agent).toMatchObject({
    version: 'unknown',
    door: 'acp',
  });
  expect((await chooseAgent({ named: file, door: 'cdp' }, noOptions)).agent?.door).toBe('cdp');
});

test.each([
  [{ door: 'back' }, /mine\.json: door: .*mcp/],
  [{ files: { '../x': '' } }, /mine\.json: files.*a path below HOME/],
  [{ files: { 'a/\n/../../x': '' } }, /mine\.json: files.*a path below HOME/],
  [{ files: { '': '' } }, /mine\.json: files.*a path below HOME/],
  [{ env: { 'A-B': '' } }, /mine\.json: env.*letters, digits and _/],
])('an invalid field in a file is named: %j', async (odd, words) => {
  const text = JSON.stringify({ id: 'mine', command: 'x', ...odd });
  const file = `${await folderOf({ 'mine.json': text })}/mine.json`;
  await expect(chooseAgent({ named: file }, noOptions)).rejects.toThrow(words);
});

describe('an agent has the listed id only if its program is from the listed package', () => {
  const name = '@anthropic-ai/claude-code';
  const own = `node_modules/${name}`;
  const manifest = (more: object = {}) =>
    JSON.stringify({ name, version: '2.1.332', bin: { claude: 'cli.js' }, ...more });
  const platform = '@anthropic-ai/claude-code-linux-x64';
  const listed = {
    [`${own}/package.json`]: manifest({ optionalDependencies: { [platform]: '2.1.332' } }),
    [`${own}/cli.js`]: '',
  };

  async function chosen(files: Readonly<Record<string, string>>, program: string) {
    const folder = await folderOf(files);
    const env = { ...process.env, CLAUDE_CODE_BIN: path.join(folder, program) };
    const { id, agent } = await chooseAgent({ named: 'claude-code' }, { ...noOptions, env });
    return { id, ...agent };
  }

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['the program of the package', listed, `${own}/cli.js`],
    [
      'a program for this machine in an optional dependency',
      {
        ...listed,
        [`node_modules/${platform}/package.json`]: `{"name":"${platform}","version":"2.1.332"}`,
        [`node_modules/${platform}/claude`]: '',
      },
      `node_modules/${platform}/claude`,
    ],
  ])('%s is listed', async (_, files, program) => {
    const found = await chosen(files, program);
    expect(found).toMatchObject({ id: 'claude-code', version: '2.1.332', package: name });
    expect(found.sha256).toMatch(/^[0-9a-f]{64}$/);
    const changed = { ...files, [program]: 'changed' };
    expect((await chosen(changed, program)).sha256).not.toBe(found.sha256);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['a script', { 'claude.sh': '' }, 'claude.sh'],
    ['a script beside the installed package', { ...listed, 'claude.sh': '' }, 'claude.sh'],
    [
      'a script among the installed packages',
      { ...listed, 'node_modules/claude.js': '' },
      'node_modules/claude.js',
    ],
    ['a file of the package that is not its program', { ...listed, [`${own}/x.js`]: '' }, `${own}/x.js`],
    [
      'a package below the package',
      {
        ...listed,
        [`${own}/node_modules/x/package.json`]: '{"name":"x","version":"1"}',
        [`${own}/node_modules/x/cli.js`]: '',
      },
      `${own}/node_modules/x/cli.js`,
    ],
    [
      'another package',
      { 'p/package.json': '{"name":"claude","version":"2.1.332","bin":"cli.js"}', 'p/cli.js': '' },
      'p/cli.js',
    ],
  ])('%s is custom', async (_, files, program) => {
    expect(await chosen(files, program)).toEqual({
      id: 'custom:claude-code',
      version: 'unknown',
      door: 'mcp',
      package: null,
      sha256: null,
    });
  });

  test('a file and a command line are custom with any id and version', async () => {
    const text = '{"id":"claude-code","version":"2.1.332","command":"sh x.sh"}';
    const file = `${await folderOf({ 'a.json': text })}/a.json`;
    expect(await chooseAgent({ named: file }, noOptions)).toMatchObject({
      id: 'custom:claude-code',
      agent: { version: '2.1.332', package: null, sha256: null },
    });
    const typed = { command: 'sh x.sh', id: 'codex', version: '0.169.0' };
    expect(await chooseAgent(typed, noOptions)).toMatchObject({
      id: 'custom:codex',
      agent: { version: '0.169.0', package: null, sha256: null },
    });
  });
});
