import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command as Commander } from 'commander';
import { execa } from 'execa';
import { afterAll, expect, test } from 'vitest';
import { CommandProcess } from '../../testing/command-process.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { watchModules } from '../../testing/loaded-modules.ts';
import { cleanEnv, scratchProject } from '../../testing/scratch-project.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { buildProgram } from '../build-program.ts';
import { thisProject } from '../this-project.ts';
import type { Command, CommandGroup } from './command.ts';
import { commands } from './index.ts';

const commandLines = new CommandProcess(thisProject.root, cleanEnv());
afterAll(() => commandLines.end());

type Place = { words: string[]; member: Command | CommandGroup; help: string };

const program = buildProgram(commands, async () => {});

/** Every command and group with the words that name it and what help says of it. */
function places(members: readonly (Command | CommandGroup)[], parent: Commander, before: string[]): Place[] {
  return members.flatMap((member) => {
    const made = parent.commands.find((each) => each.name() === member.name);
    if (!made) throw new Error(`${member.name} is not on the command line`);
    const words = [...before, member.name];
    const below = 'commands' in member ? places(member.commands, made, words) : [];
    return [{ words, member, help: made.helpInformation() }, ...below];
  });
}

test.each(places(commands, program, []))(
  '$words has a name, a summary, and help that says them',
  ({ words, member, help }) => {
    expect(member.name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(member.summary.length).toBeGreaterThan(10);
    expect(help).toContain(`Usage: harness ${words.join(' ')}`);
    expect(help.replaceAll(/\s+/g, ' ')).toContain(member.summary);
    if ('commands' in member) return;
    expect(help).toMatch(/^ +--json /m);
    for (const flag of Object.values(member.options)) {
      expect(flag.summary).not.toBe('');
      expect(help.replaceAll(/\s+/g, ' ')).toContain(flag.summary);
    }
  },
);

test('no two commands have one name', () => {
  const named = places(commands, program, []).map(({ words }) => words.join(' '));
  expect(new Set(named).size).toBe(named.length);
});

/** Words that name no work to do. */
const light = ['list', 'adapters', '--help'];

test.each<[string[]]>(sized([[light]], [[light], [['--help']], [['verify', '--help']]]))(
  '%j loads the command line and little else',
  async (args) => {
    const { env, loaded } = await watchModules();
    const main = path.join(thisProject.root, 'harness', 'cli', 'main.ts');
    const { exitCode } = await execa(process.execPath, [main, ...args], {
      reject: false,
      extendEnv: false,
      env: { ...cleanEnv(), ...env },
    });
    expect(exitCode).toBe(0);
    const own = (await loaded())
      .filter((url) => url.startsWith('file:') && !url.includes('/node_modules/'))
      .map((url) => path.relative(thisProject.root, new URL(url).pathname))
      .filter((file) => !file.startsWith('..'));
    expect(own).toContain('harness/cli/commands/verify.ts');
    // Commands and the list of parts that `servers measure` measures are light files; the work of none is loaded.
    const besides = own.filter((file) => !/^harness\/(cli\/commands|experiments\/parts)\//.test(file));
    expect(besides.length).toBeLessThan(25);
    expect(besides.filter((file) => !file.startsWith('harness/cli')).sort()).toEqual([
      'harness/agents/models/base-url.ts',
      'harness/agents/models/caps.ts',
      'harness/platform/errors/user-error.ts',
      'harness/platform/files/cache-folder.ts',
      'harness/platform/files/make-folder.ts',
      'harness/platform/flags.ts',
      'harness/platform/import-module.ts',
      'harness/platform/process/provide-disposal.ts',
      'harness/platform/process/switches.ts',
      'harness/platform/project.ts',
      'harness/platform/words/command-line.ts',
      'harness/platform/words/printed.ts',
      'harness/run/default-workers.ts',
      'harness/run/model-file-flag.ts',
      'harness/run/plan-options.ts',
      'harness/run/sampling-flags.ts',
      'harness/task/task-caps.ts',
      'package.json',
    ]);
  },
);

const answering: [string[], unknown][] = [
  [['list', 'tasks'], expect.arrayContaining([expect.objectContaining({ suite: 'fixtures' })])],
  [
    ['list', 'suites'],
    expect.arrayContaining([{ id: 'fixtures', tasks: expect.any(Number), title: expect.any(String) }]),
  ],
  [['list', 'servers'], expect.arrayContaining([expect.objectContaining({ id: 'playwright' })])],
  [['list', 'adapters'], expect.arrayContaining([expect.objectContaining({ id: 'noop' })])],
  [['list', 'reporters'], expect.arrayContaining([expect.objectContaining({ id: 'dots' })])],
  [
    ['--dry-run', '--task', 'example-h1'],
    expect.objectContaining({ dryRun: true, episodes: [expect.objectContaining({ taskId: 'example-h1' })] }),
  ],
  [['docs', 'schemas', '--check'], { passed: true, lines: ['docs schemas: current'] }],
  [
    [
      'skills',
      'validate',
      '--config',
      path.join(thisProject.root, 'docs/examples/skills/minimal/bench.yaml'),
    ],
    { config: expect.any(String), tasks: 3, conditions: 3, warnings: [] },
  ],
];

// The first reads every task of the project.
test.each(sized(answering.slice(1), answering))(
  '%j answers --json with one document alone',
  async (args, expected) => {
    const { stdout, stderr, exitCode } = await commandLines.run([...args, '--json']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(expected);
  },
);

test('a new file of --json says where it is', async () => {
  const folder = await folderOf();
  const { stdout } = await commandLines.run(['new', 'task', 'my-own', '--folder', folder, '--json']);
  expect(JSON.parse(stdout)).toEqual({ id: 'my-own', file: path.join(folder, 'my-own.md') });
});

test.each<[string[], number, RegExp]>([
  [['--nope'], 2, /unknown option '--nope'/],
  [['audits'], 2, /unknown command "audits"/],
  [['--reporter', 'list'], 2, /--reporter list: with --json, .* leave --reporter out/],
  [['verify', 'nowhere'], 2, /nowhere/],
  [['verify', 'nowhere', '--model-file', 'x'], 2, /got nowhere; expected a folder, or the id of a run/],
  [['comment'], 2, /GITHUB_TOKEN/],
  [['skills', 'fly'], 1, /unknown command/],
  [['skills', 'run', '--config', 'x', '--gate', 'perfect'], 1, /--gate: found "perfect"/],
  [['manager', '--port', 'x'], 2, /--port: found x/],
])('the mistake of a user in %j is told as JSON too', async (args, exitCode, message) => {
  const ended = await commandLines.run([...args, '--json']);
  expect(ended.exitCode).toBe(exitCode);
  expect(ended.stderr).toMatch(message);
  expect(JSON.parse(ended.stdout)).toEqual({ error: { message: expect.stringMatching(message), exitCode } });
});

if (isLong)
  test('a command is one file and one line of the list', async () => {
    const project = await scratchProject({ git: false });
    const folder = path.join(project.folder, 'harness', 'cli', 'commands');
    await writeFile(
      path.join(folder, 'greet.ts'),
      `import { textOr } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const greet = defineCommand({
  name: 'greet',
  summary: 'greet somebody',
  arguments: {},
  options: { inWords: textOr('hello', '<word>', 'what is said') },
  run: async ({ inWords }) => ({ lines: [inWords], exitCode: 3, data: { said: inWords } }),
});
`,
    );
    const index = path.join(folder, 'index.ts');
    const list = await readFile(index, 'utf8');
    const longer = list.replace('\n  run,\n', "\n  run,\n  (await import('./greet.ts')).greet,\n");
    expect(longer).not.toBe(list);
    await writeFile(index, longer);
    expect((await project.harness(['--help'])).stdout).toMatch(/^ +greet \[options\] +greet somebody$/m);
    expect((await project.harness(['greet', '--help'])).stdout).toContain('--in-words <word>');
    expect(await project.harness(['greet'])).toEqual({ exitCode: 3, stdout: 'hello', stderr: '' });
    const { stdout, exitCode } = await project.harness(['greet', '--in-words', 'moin', '--json']);
    expect([JSON.parse(stdout), exitCode]).toEqual([{ said: 'moin' }, 3]);
  });
