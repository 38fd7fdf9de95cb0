import path from 'node:path';
import type { Command as Commander } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { CommandProcess } from '../../testing/command-process.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { expectLight } from '../../testing/light-command.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';
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

test.each([[['list', 'adapters', '--help']]])('%j loads the command line and little else', expectLight);

test.each<[string[], unknown]>([
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
])('%j answers --json with one document alone', async (args, expected) => {
  const { stdout, stderr, exitCode } = await commandLines.run([...args, '--json']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(expected);
});

test('a new file of --json says where it is', async () => {
  const folder = await folderOf();
  const { stdout } = await commandLines.run(['new', 'task', 'my-own', '--folder', folder, '--json']);
  expect(JSON.parse(stdout)).toEqual({ id: 'my-own', file: path.join(folder, 'my-own.md') });
});

test.each<[string[], number, RegExp]>([
  [['--nope'], 2, /unknown option '--nope'/],
  [['audits'], 2, /unknown command "audits"/],
  [['--reporter', 'list'], 2, /--reporter list: with --json .* leave it out/],
  [['verify', 'nowhere'], 2, /nowhere/],
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
