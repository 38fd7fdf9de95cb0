import { expect, test } from 'vitest';
import { requiredText, text, textOr, word } from '../platform/flags.ts';
import { defineCommand } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { commandLines, commandsDocument } from './commands-document.ts';
import { thisProject } from './this-project.ts';

test('the documents of commands are current', async () => {
  expect(await commandsDocument(thisProject, 'check', { commands })).toEqual({ current: true });
});

const run = async () => ({ lines: [], exitCode: 0, data: {} });
const out = textOr('reports', '<folder>', 'where reports go');

test('a command has a section with its options, and only names those that it shares with the default command', () => {
  const play = defineCommand({
    name: 'play',
    summary: 'play all tasks',
    isDefault: true,
    arguments: {},
    options: { out },
    run,
  });
  const tidy = defineCommand({
    name: 'tidy',
    summary: 'remove <run> | all',
    arguments: { run: word('<run>') },
    options: { out, as: text('<a|b>', 'how'), key: requiredText('<text>', 'the key') },
    afterHelp: '\nexit code: 0 removed',
    run,
  });
  const group = { name: 'files', summary: 'look after files', commands: [tidy], ofRepository: true } as const;
  const hidden = { name: 'old', summary: 'of old', commands: [tidy], hidden: true } as const;
  const members = [play, group, hidden];
  expect(commandLines(members, 'package')).toEqual([
    ...['## play', '', '`npm run harness -- play`', '', 'Play all tasks.'],
    ...['', '- `--out <folder>`: where reports go (default: reports)'],
  ]);
  expect(commandLines(members, 'repository')).toEqual([
    ...['## files tidy', ''],
    ...['`npm run harness -- files tidy <run>`', ''],
    'Remove \\<run> \\| all.',
    ...['', '- `--as <a|b>`: how', '- `--key <text>`: the key'],
    ...['', 'This command has all options of [run](commands.md#run).', '', 'Exit code: 0 removed.'],
  ]);
});
