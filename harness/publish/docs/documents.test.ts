import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { buildProgram } from '../../cli/build-program.ts';
import { commands } from '../../cli/commands/index.ts';
import { thisProject } from '../../cli/this-project.ts';

const { root } = thisProject;
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'tasks/README.md',
  'harness/cli/packing/package-readme.md',
  ...globSync('docs/**/*.md', { cwd: root }).sort(),
  ...globSync('.github/**/*.{md,yml}', { cwd: root }).sort(),
].map((file) => ({ file, ...partsOf(readFileSync(path.join(root, file), 'utf8')) }));

/** Options of other programs that documents name by themselves. */
const ofOthers = ['--ignore-scripts'];

const scripts: Readonly<Record<string, string>> = packageJson.scripts;

/** What a document says in blocks for a shell, and between backticks elsewhere. */
function partsOf(text: string): { text: string; blocks: string[]; spans: string[]; prose: string } {
  const prose = text.replaceAll(/^```.*?^```$/gms, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  return { text, blocks, spans, prose };
}

/** The commands of a script for the shell, word by word; what is in angle brackets is one word. */
function commandsOf(script: string): string[][] {
  const plain = script.replaceAll(/\\\n\s*/g, ' ').replaceAll(/<[^<>\n]+>/g, 'x');
  const found: string[][] = [[]];
  for (const [token] of plain.matchAll(/#[^\n]*|\n|&&|[|;>]+|(?:"[^"]*"|'[^']*'|[^\s"'|;>&])+/g)) {
    if (token.startsWith('#')) continue;
    if (/^(\n|&&|[|;>]+)$/.test(token)) found.push([]);
    else found.at(-1)?.push(token.replaceAll(/^(['"])(.*)\1$/g, '$2'));
  }
  return found.map((words) => words.slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word))));
}

/** What the command line is handed; null where the words call something else. Throws of a script that there is not. */
function harnessWords(words: readonly string[]): string[] | null {
  // What silences npm says nothing of the command.
  const [program = '', ...said] = words.filter((word) => word !== '-s');
  const [verb = '', ...rest] = said[0] === 'run' ? said.slice(1) : said;
  if (program === 'npx' && verb === 'contract-bench') return rest;
  const isScript = program === 'npm' && (said[0] === 'run' || ['start', 'test'].includes(verb));
  if (!isScript) return null;
  const script = scripts[verb];
  if (script === undefined) throw new Error(`package.json has no script ${verb}`);
  const [, own] = /^node harness\/cli\/bin\.mjs ?([^&]*)$/.exec(script) ?? [];
  return own === undefined
    ? null
    : [...own.split(' ').filter(Boolean), ...rest.filter((word) => word !== '--')];
}

async function mistakeIn(words: readonly string[]): Promise<string | null> {
  try {
    const handed = harnessWords(words);
    if (handed) await buildProgram(commands, async () => {}).parseAsync(handed, { from: 'user' });
    return null;
  } catch (error) {
    const isHelp = error instanceof Error && 'code' in error && error.code === 'commander.helpDisplayed';
    return isHelp ? null : `${words.join(' ')}: ${error instanceof Error ? error.message : error}`;
  }
}

/** Options of the command that is named which it does not have. A span may leave out what a command must be given. */
function strangeOptions(handed: readonly string[]): string[] {
  const program = buildProgram(commands, async () => {});
  let command = program;
  for (const word of handed) {
    const below = command.commands.find((each) => each.name() === word);
    if (!below) break;
    command = below;
  }
  if (command === program) command = program.commands.find((each) => each.name() === 'run') ?? program;
  const known = ['--help', '--json', ...command.options.flatMap(({ long }) => long ?? [])];
  return handed.filter((word) => word.startsWith('--') && !known.includes(word.replace(/=.*/, '')));
}

test('planted mistakes are found', async () => {
  expect(commandsOf(`A=1 npm run harness -- --task a --script 'b c' > d # e\nnpm test`)).toEqual([
    ['npm', 'run', 'harness', '--', '--task', 'a', '--script', 'b c'],
    ['d'],
    ['npm', 'test'],
  ]);
  expect(await mistakeIn(['npm', 'run', 'harness', '--', 'gate', '--no-base'])).toBeNull();
  expect(await mistakeIn(['npm', 'run', 'harness', '--', 'gate', '--no-bass'])).toMatch(/--no-bass/);
  expect(await mistakeIn(['npm', 'run', 'nothing'])).toMatch(/no script nothing/);
  expect(await mistakeIn(['npx', 'contract-bench', '--workers', 'many'])).toMatch(/"many"/);
  expect(strangeOptions(['servers', 'measure', '--only', 'tools', '--jumps'])).toEqual(['--jumps']);
});

test.each(documents.filter(({ blocks }) => blocks.length > 0))(
  'the command line takes every command in the blocks of $file',
  async ({ blocks }) => {
    const mistakes = await Promise.all(blocks.flatMap(commandsOf).map(mistakeIn));
    expect(mistakes.filter((mistake) => mistake !== null)).toEqual([]);
  },
);

test.each(documents)('every command and option in $file exists', ({ spans }) => {
  const everywhere = new Set(['--help', ...optionsBelow(buildProgram(commands, async () => {}))]);
  const strange = spans.flatMap((span) => {
    const [words = []] = commandsOf(span.replaceAll(/[[\]]/g, ''));
    if (span.startsWith('--')) return words.filter((word) => word.startsWith('--') && !everywhere.has(word));
    const isCommand = commands.some(({ name }) => name === words[0]) && span.includes(' --');
    const handed = isCommand ? words : harnessWords(words);
    return handed ? strangeOptions(handed).map((option) => `${span}: ${option}`) : [];
  });
  expect(strange.filter((option) => !ofOthers.includes(option))).toEqual([]);
});

type Made = ReturnType<typeof buildProgram>;

function optionsBelow(command: Made): string[] {
  return [...command.options.flatMap(({ long }) => long ?? []), ...command.commands.flatMap(optionsBelow)];
}

const existing = (file: string) => existsSync(path.join(root, file));

test.each(documents)('every full file name in $file exists', ({ text, spans }) => {
  const place =
    /^(harness|site|tasks|transcripts|\.github|docs(?=.*\.(md|json|yaml|py|mjs)$))\/[\w./-]+\.\w+$/;
  const tests = [...text.matchAll(/\b(?:harness|site|tasks)\/[\w./-]+\.test\.ts/g)].map(([file]) => file);
  expect([...spans.filter((span) => place.test(span)), ...tests].filter((each) => !existing(each))).toEqual(
    [],
  );
});

test.each(documents)(
  'every link of $file leads to a file, and to a heading that it has',
  ({ file, prose }) => {
    const dead = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^\w+:/.test(link)) return [];
      const [relative = '', heading] = link.split('#');
      const target = relative === '' ? file : path.join(path.dirname(file), relative);
      if (!existing(target)) return [link];
      return heading === undefined || headingsOf(target).includes(heading) ? [] : [link];
    });
    expect(dead).toEqual([]);
  },
);

/** As GitHub and the site name them in an address. */
function headingsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/^```.*?^```$/gms, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every name of code between backticks in a document occurs in the code', () => {
  const sources = globSync('{harness,site,tasks,docs/examples,docs/schemas}/**/*.{ts,mjs,astro,json,yaml}', {
    cwd: root,
  })
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
  const words = new Set(sources.match(/\w+/g));
  // What APIs of vendors call things is theirs.
  const ours = documents.filter(({ file }) => !/^docs\/(model-hosts|chat-apis)\.md$/.test(file));
  const unknown = ours.flatMap(({ file, spans }) =>
    spans
      .filter((span) => /^[a-z]+(?:[A-Z][a-z0-9]*)+$/.test(span) && !words.has(span))
      .map((span) => `${file}: ${span}`),
  );
  expect(unknown).toEqual([]);
});

test('every open set has its row in the architecture, and every noun its row in the glossary', () => {
  const architecture = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
  const [, rows = ''] = architecture.split('## Where to add one');
  const sets = globSync('{harness,site,tasks}/**/index.ts', { cwd: root }).map((file) => path.dirname(file));
  // Its list follows from the operators.
  const own = sets.filter((set) => set !== 'harness/judge/fact-kinds');
  expect(own.length).toBeGreaterThan(15);
  expect(own.filter((set) => !rows.includes(`${set}/<`) && !rows.includes(`${set}/index.ts`))).toEqual([]);
  const [, nouns = ''] = /## Nouns\n(.*?)\n## /s.exec(architecture) ?? [];
  const words = [...nouns.matchAll(/^\| ([A-Z][\w, ]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', '));
  expect(words.length).toBeGreaterThan(15);
  const glossary = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
  const known = [...glossary.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', '));
  const spoken = (word: string) => word.replaceAll(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  expect(words.map(spoken).filter((word) => !known.includes(word))).toEqual([]);
});
