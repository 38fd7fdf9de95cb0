import { beforeAll, expect, test } from 'vitest';
import { optionalLibraries, watchModules } from '../loaded-modules.ts';
import { standInApi } from '../model-apis/stand-in-api.ts';
import { modelRunWords, onlyRun, reader, runModel } from '../model-run.ts';
import { runTogether } from '../run-together.ts';
import { type ScratchProject, scratchProject } from '../scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: false });
});

test('a model that reads passes and costs what the API reported', async () => {
  const adapter = 'claude';
  const api = await standInApi(reader);
  const modules = await watchModules();
  const { stdout, stderr, exitCode } = await runModel(project, api, {
    out: adapter,
    flags: [
      '--adapter',
      adapter,
      ...'--price-in 3 --price-out 15 --price-cache-write 3.75 --price-cache-read 0.3'.split(' '),
    ],
    env: modules.env,
  });
  expect(optionalLibraries(await modules.loaded())).toEqual([]);
  expect(stderr).toMatch(/preflight {2}server playwright 0\.0\.83, \d+ tools/);
  const usd = (3 * (1234 + 321 + 99) + 15 * (56 + 78 + 7) + 3.75 * 4000 + 0.3 * 8321) / 1e6;
  expect(usd).toBeCloseTo(0.0245733, 12);
  expect(stdout).toMatch(/success: true {2}duration: \d+\.\d\d s {2}cost: 0\.0245733 USD/);
  expect(exitCode).toBe(0);

  const { config, episodes, totals } = await onlyRun(project, adapter);
  expect(config).toMatchObject({
    kind: 'model',
    adapter,
    web: 'hermetic',
    model: { endpoint: 'loopback', maxTokens: 16_384 },
    price: { input: 3, output: 15, cacheWrite: 3.75, cacheRead: 0.3, date: null, source: 'flag' },
    limits: { maxSteps: 30, maxUsd: 0.5, maxTokens: 16_384 },
    rehearsal: true,
  });
  expect(episodes[0]).toMatchObject({
    status: 'passed',
    steps: 2,
    usd: 0.0245733,
    tokens: { input: 1654, output: 141, cacheRead: 8321, cacheWrite: 4000 },
    requests: 3,
    selfReport: true,
  });
  expect(totals.usd).toBe(0.0245733);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['without the switch', { OPENCHROME_BENCH_REAL: '' }, /OPENCHROME_BENCH_REAL=1: a model run costs money/],
  ['without the key', { ANTHROPIC_API_KEY: '' }, /ANTHROPIC_API_KEY: the key of the API/],
])('%s nothing is sent and the exit code is 2', async (_, env, says) => {
  const api = await standInApi(reader);
  const { stderr, exitCode } = await runModel(project, api, {
    out: 'refused',
    flags: ['--adapter', 'claude'],
    env,
  });
  expect(stderr).toMatch(says);
  expect(exitCode).toBe(2);
  expect(api.requests).toEqual([]);
});

test('a price, a cap or an adapter that will not do is refused, and nothing is sent', async () => {
  const mistakes: [string[], RegExp][] = [
    [
      ['--adapter', 'claude', '--model', 'claude-of-tomorrow'],
      /--price-in and --price-out.*no price is known for the model "claude-of-tomorrow"/,
    ],
    [['--adapter', 'claude', '--max-usd', '5.5'], /found "5\.5"; allowed is a number above 0 and at most 5/],
    [[], /a real run needs a model: found adapter "mock"/],
  ];
  const api = await standInApi(reader);
  const commandLines = mistakes.map(([flags]) => modelRunWords('refused', flags));
  const ended = await runTogether(project, commandLines, { ...api.env, OPENCHROME_BENCH_ADAPTER: 'mock' });
  expect(ended).toMatchObject(
    mistakes.map(([, says]) => ({ exitCode: 2, stderr: expect.stringMatching(says) })),
  );
  expect(api.requests).toEqual([]);
});

test('all that is missing is said at once', async () => {
  const { stderr, exitCode } = await project.harness(['--adapter', 'openai', '--model', 'mine', '--no-save']);
  expect(stderr.split('\n')).toMatchObject([
    '--adapter openai: missing is',
    expect.stringContaining('OPENCHROME_BENCH_REAL=1'),
    expect.stringContaining('OPENAI_API_KEY'),
    expect.stringContaining('--price-in'),
  ]);
  expect(exitCode).toBe(2);
});

test('a dry run says what would be played, the expected and the worst cost, without a key, and sends nothing', async () => {
  const { stdout, exitCode } = await project.harness([
    'bench',
    'webvoyager',
    '--real',
    '--dry-run',
    '--trials',
    '2',
  ]);
  expect(stdout).toMatch(/would play 20 episodes with claude \(claude-\S+\) on playwright, live web:/);
  expect(stdout).toMatch(
    /task-01-example-com-title #1 {2}at most 30 steps, 360 s, 0\.5 USD; expected about 0\.\d+ USD/,
  );
  expect(stdout).toMatch(/worst case: 10 USD/);
  const expected = Number(/^expected: about (\d+\.?\d*) USD$/m.exec(stdout)?.[1]);
  expect(expected).toBeGreaterThan(0.5);
  expect(expected).toBeLessThan(10);
  expect(stdout).toMatch(/missing for a run: ANTHROPIC_API_KEY/);
  expect(stdout).toMatch(/nothing was played and nothing was sent$/);
  expect(exitCode).toBe(0);
});
