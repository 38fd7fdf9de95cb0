import { expect, test } from 'vitest';
import { flagName } from '../platform/flags.ts';
import { exampleRun } from '../results/examples/example-run.ts';
import { type PlanOptions, type RunFlag, type RunValues, runFlagList } from '../run/plan-options.ts';
import { enqueue } from '../run/queue/enqueue.ts';
import { againCommand, resumeCommand } from '../run/reporters/same-command.ts';
import { buildProgram, type Typed } from './build-program.ts';
import { run } from './commands/run.ts';
import { thisProject } from './this-project.ts';
import { toPlanOptions } from './to-plan-options.ts';
import { valuesOf } from './values-of.ts';

const found: Typed[] = [];
const program = buildProgram([run], async (_, typed) => void found.push(typed));
const context = {
  project: thisProject,
  folder: thisProject.root,
  config: {},
  options: {},
  env: {},
  json: false,
};
const stored = exampleRun({ runId: '20260101T000000Z-abcdef-fixtures', suite: 'fixtures' });

/** What `run` plans where this was typed. */
async function planOf(words: readonly string[]): Promise<PlanOptions> {
  await program.parseAsync(['run', ...words], { from: 'user' });
  const typed = found.pop();
  if (!typed) throw new Error(`nothing was run by ${words.join(' ')}`);
  // The options of `run` are the table's.
  return toPlanOptions(valuesOf(run, typed, context) as RunValues, context);
}

const values: Partial<Record<keyof RunValues, string>> = {
  server: 'openchrome',
  seed: '3',
  door: 'cdp',
  shard: '1/2',
  web: 'live',
  baseUrl: 'http://127.0.0.1:1/v1',
};

/** A flag as it is typed where it does something, with what it does it beside. */
function wordsOf(name: keyof RunValues, flag: RunFlag): string[] {
  const { takes, placeholder } = flag;
  const amount =
    takes?.kind === 'integer' ? String(takes.min + 1) : takes?.kind === 'amount' ? '0.25' : 'one';
  return [
    ...(beside[name] ?? (flag.ofModel ? ['--adapter', 'claude'] : [])),
    flagName(name, flag),
    ...(placeholder === null ? [] : [values[name] ?? amount]),
  ];
}

const beside: Partial<Record<keyof RunValues, string[]>> = {
  serverId: ['--server-command', 'two'],
  agentId: ['--agent-command', 'two'],
  agentVersion: ['--agent-command', 'two'],
  agentCommand: ['--agent-id', 'two'],
  door: ['--agent', 'two'],
  script: ['--adapter', 'script'],
  modelFile: ['--adapter', 'local'],
};

test.each(runFlagList)('--%s stands in help', (name, flag) => {
  expect(program.commands[0]?.helpInformation()).toContain(`  ${flagName(name, flag)} `);
});

const again = runFlagList.filter(([, { place }]) => place !== undefined);
test.each(again)('%s comes again in the commands that play the same again', async (name, flag) => {
  const plan = await planOf(wordsOf(name, flag));
  const [ofRun, ofTask] = [resumeCommand(plan, [stored]), againCommand(plan, stored, 'a')].map((command) =>
    command.replace('npm run harness -- ', '').split(' '),
  );
  if (flag.again !== 'task') expect(await planOf(ofRun ?? [])).toEqual({ ...plan, resume: stored.runId });
  if (flag.again !== 'run') expect(ofTask).toContain(flagName(name, flag));
});

test('flags of a command that plays the same again have a place each', () => {
  const places = again.map(([, { place }]) => place);
  expect(new Set(places).size).toBe(places.length);
});

const others = runFlagList.filter(([name, { place }]) => place === undefined && name !== 'resume');
test.each(others)('%s is no part of what is played, and comes not again', async (name, flag) => {
  const plan = await planOf(wordsOf(name, flag));
  expect(resumeCommand(plan, [stored])).not.toContain(flagName(name, flag));
});

const ofModels = runFlagList.filter(([, { ofModel }]) => ofModel);
test.each(ofModels)('%s is refused where no model is asked', async (name, flag) => {
  const words = wordsOf(name, flag).filter((word) => !['--adapter', 'claude'].includes(word));
  const why = `${flagName(name, flag)}: this flag is for a model, but --adapter replay uses none; choose --adapter `;
  await expect(planOf(words)).rejects.toThrow(why);
  await expect(planOf([...words, '--adapter', 'noop'])).rejects.toThrow('--adapter noop uses none');
  await expect(planOf([...words, '--agent', 'claude-code'])).resolves.toBeDefined();
});

type Refusal = [name: keyof RunValues, words: string[], why: string];
const refusals: Refusal[] = [
  ['suite', ['--suite', 'fixtures', '--tasks', 'a'], '--suite fixtures and --tasks: your own tasks have no'],
  [
    'server',
    ['--server', 'openchrome', '--server-command', 'x {port}'],
    '--server openchrome and --server-command: choose one of them',
  ],
  ['serverId', ['--server-id', 'x'], '--server-id requires --server-command'],
  ['adapter', ['--adapter', 'noop', '--agent', 'x'], '--adapter noop and --agent: both decide the calls'],
  ['agent', ['--agent', 'x', '--agent-command', 'y'], '--agent and --agent-command: choose one of them'],
  ['agentId', ['--agent-id', 'x'], '--agent-id requires --agent-command'],
  [
    'agentVersion',
    ['--agent-version', '1'],
    '--agent-version requires --agent-command, or --agent with a file',
  ],
  ['door', ['--door', 'mcp'], '--door requires --agent or --agent-command'],
  ['script', ['--script', 'x'], '--script: got --adapter replay; expected --adapter script'],
  [
    'modelFile',
    ['--adapter', 'noop', '--model-file', 'x'],
    '--model-file: got --adapter noop; expected --adapter local, or no --adapter',
  ],
  ['modelFile', ['--model-file', 'x', '--model', 'y'], '--model: has no effect with --model-file'],
  ['modelFile', ['--model-file', 'x', '--workers', '2'], '--workers 2: with --model-file expected 1'],
  ['webRoot', ['--web-root', 'x', '--web', 'live'], '--web-root: got --web live; expected the hermetic web'],
  ...['ollama', 'file:///x', 'http://u@h/'].map(
    (url): Refusal => [
      'baseUrl',
      ['--adapter', 'claude', '--base-url', url],
      `--base-url: got "${url}"; expected an http(s) URL without user and password`,
    ],
  ),
  ['baseUrl', ['--adapter', 'claude', '--base-url', 'http://u:key@h/'], '--base-url: got a password in it;'],
];

test.each([
  [['--agent', 'browser-use'], { named: 'browser-use' }],
  [['--agent-command', 'sh x.sh', '--agent-id', 'mine'], { command: 'sh x.sh', id: 'mine' }],
])('--model-file may be the model of an agent: %j', async (words, agent) => {
  const plan = await planOf([...words, '--model-file', 'x']);
  expect(plan).toMatchObject({ agent, adapter: 'local', modelFile: 'x', model: { name: null } });
});

test.each(refusals)('%s is refused where it would do nothing: %j', async (_name, words, why) => {
  await expect(planOf(words)).rejects.toThrow(why);
});

test('each flag that can be refused is refused above', () => {
  const refusable = runFlagList.flatMap(([name, { refused }]) => (refused ? [name] : []));
  expect(refusals.map(([name]) => name)).toEqual(expect.arrayContaining(refusable));
});

const local = runFlagList.filter(([, { notQueued }]) => notQueued);
test.each(local)('%s is refused of a run that workers of a queue play', async (name, flag) => {
  const plan = await planOf(wordsOf(name, flag));
  const { folder, env } = context;
  const around = { url: '', folder, env, signal: AbortSignal.abort(), commandLine: '', log: () => {} };
  await expect(enqueue(plan, around)).rejects.toThrow(`enqueue: ${flagName(name)}: ${flag.notQueued}`);
});
