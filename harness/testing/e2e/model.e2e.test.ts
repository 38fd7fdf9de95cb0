import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { Run } from '../../results/records/result.ts';
import type { Ended } from '../command-process.ts';
import { optionalLibraries, watchModules } from '../loaded-modules.ts';
import { type FakeApi, fakeApi, type Question, type Reply } from '../model-apis/stand-in-api.ts';
import { runTogether } from '../run-together.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';
import { isLong, sized } from '../sized.ts';

const task01 = 'task-01-example-com-title';

/** A git checkout with LONG=1: runs are appended there. */
let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: isLong });
});

/** The words of a run of a model into the folder `out`. */
const modelRunWords = (out: string, flags: string[] = []) => [
  ...['bench', 'webvoyager', '--real', '--task', task01, '--web', 'hermetic', '--out', out],
  ...flags,
];

test('a model that reads passes and costs what the API reported', async () => {
  const adapter = 'claude';
  const api = await fakeApi(reader);
  const modules = await watchModules();
  const { stdout, stderr, exitCode } = await runModel(api, {
    out: adapter,
    flags: [
      '--adapter',
      adapter,
      ...'--price-in 3 --price-out 15 --price-cache-write 3.75 --price-cache-read 0.3'.split(' '),
      ...['--base-url', api.url],
    ],
    env: { ...modules.env, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' },
  });
  expect(optionalLibraries(await modules.loaded())).toEqual([]);
  expect(stderr).toMatch(/preflight {2}server playwright 0\.0\.83, \d+ tools/);
  for (const said of [stderr, stdout])
    expect(said).toMatch(/unofficial run, not ranked: the model is asked at a loop/);
  const usd = (3 * (1234 + 321 + 99) + 15 * (56 + 78 + 7) + 3.75 * 4000 + 0.3 * 8321) / 1e6;
  expect(usd).toBeCloseTo(0.0245733, 12);
  expect(stdout).toMatch(/success: true {2}duration: \d+\.\d\d s {2}cost: 0\.0245733 USD/);
  expect(exitCode).toBe(0);

  const { config, episodes, totals, warmUp } = await onlyRun(adapter);
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
  expect(warmUp).toEqual({
    requests: 1,
    tokens: { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 },
    usd: 0.00045,
  });
  const tested = 'the model called a tool (1 request, 110 tokens, 0.00045 USD)';
  expect(stderr).toContain(`preflight  warm-up of the model: ${tested}`);
  expect(stdout).toContain('warm-up, in no other figure: 1 request, 110 tokens, 0.00045 USD');
});

const missing: [string, Record<string, string>, RegExp][] = [
  ['without the switch', { OPENCHROME_BENCH_REAL: '' }, /OPENCHROME_BENCH_REAL=1: a model run costs money/],
  [
    'without the key of the vendor',
    { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' },
    /ANTHROPIC_API_KEY: the key of the API/,
  ],
];

test.each(sized(missing.slice(1), missing))(
  '%s nothing is sent and the exit code is 2',
  async (_, env, says) => {
    const api = await fakeApi(reader);
    const { stderr, exitCode } = await runModel(api, {
      out: 'refused',
      flags: ['--adapter', 'claude'],
      env,
    });
    expect(stderr).toMatch(says);
    expect(exitCode).toBe(2);
    expect(api.requests).toEqual([]);
  },
);

if (isLong) {
  test('a price, a cap or an adapter that will not do is refused, and nothing is sent', async () => {
    const mistakes: [string[], RegExp][] = [
      [
        ['--adapter', 'claude', '--model', 'claude-of-tomorrow'],
        /--price-in and --price-out.*no price is known for the model "claude-of-tomorrow"/,
      ],
      [
        ['--adapter', 'claude', '--max-usd', '5.5'],
        /found "5\.5"; allowed is a number above 0 and at most 5/,
      ],
      [[], /a real run needs a model: got adapter "mock"/],
    ];
    const api = await fakeApi(reader);
    const commandLines = mistakes.map(([flags]) => modelRunWords('refused', flags));
    const ended = await runTogether(project, commandLines, { ...api.env, OPENCHROME_BENCH_ADAPTER: 'mock' });
    expect(ended).toMatchObject(
      mistakes.map(([, says]) => ({ exitCode: 2, stderr: expect.stringMatching(says) })),
    );
    expect(api.requests).toEqual([]);
  });
}

if (isLong) {
  test('all that is missing is said at once', async () => {
    const { stderr, exitCode } = await project.harness([
      '--adapter',
      'openai',
      '--model',
      'mine',
      '--no-save',
    ]);
    expect(stderr.split('\n')).toMatchObject([
      '--adapter openai needs:',
      expect.stringContaining('OPENCHROME_BENCH_REAL=1'),
      expect.stringContaining('OPENAI_API_KEY'),
      expect.stringContaining('--price-in'),
      'requests would go to https://api.openai.com/v1 (responses); --base-url or OPENAI_BASE_URL names another',
    ]);
    expect(exitCode).toBe(2);
  });
}

if (isLong) {
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
}

if (isLong) {
  test('the recording of a model that reads replays', async () => {
    const api = await fakeApi(reader);
    const { exitCode } = await runModel(api, { out: 'recorded', flags: ['--adapter', 'claude'] });
    expect(exitCode).toBe(0);
    const replayed = await project.harness([
      'bench',
      'webvoyager',
      '--task',
      task01,
      '--out',
      'recorded-replay',
      '--transcripts',
      path.join(project.folder, 'recorded', 'transcripts'),
    ]);
    expect(replayed.stdout).toMatch(/passed {2}task-01-example-com-title .* 2 calls/);
    expect(replayed.exitCode).toBe(0);
    expect(await readFile(path.join(project.folder, 'recorded', `${task01}.review.md`), 'utf8')).toContain(
      'browser_navigate',
    );
  });

  test('a server that does not start is said before anything is spent, and nothing is sent', async () => {
    const api = await fakeApi(reader);
    const flags = ['--adapter', 'claude', '--server-command', 'false {endpoint}'];
    const { stderr, exitCode } = await runModel(api, { out: 'refused', flags });
    expect(stderr).toMatch(/preflight: server custom does not start: .*nothing was spent/);
    expect(exitCode).toBe(2);
    expect(api.requests).toEqual([]);
  });

  test('a refused key is found before the first episode; no episode is scheduled, and the exit code is 3', async () => {
    const refuse = () => ({ status: 401, message: 'invalid x-api-key' });
    const api = await fakeApi(refuse, { warmUp: refuse });
    const { stdout, exitCode } = await project.harness(
      [
        'bench',
        'webvoyager',
        '--real',
        '--web',
        'hermetic',
        '--adapter',
        'claude',
        '--workers',
        '1',
        '--out',
        'key',
      ],
      { env: { ...cleanEnv(), ...api.env } },
    );
    expect(stdout).toMatch(/the other episodes were not played: .*invalid x-api-key/);
    expect(exitCode).toBe(3);
    expect(api.requests).toHaveLength(1);
    expect(await onlyRun('key')).toMatchObject({ complete: false, episodes: [] });
  });

  test('a low score is an error where it is asked to be one', async () => {
    const echo = await fakeApi(() => ({ text: 'https://example.com/ says Example Domain.' }));
    const low = await runModel(echo, { out: 'strict', flags: ['--adapter', 'claude', '--strict'] });
    expect(low.stdout).toMatch(/failed {2}task-01-example-com-title[\s\S]*success: false/);
    expect(low.exitCode).toBe(1);
  });

  test('what an answer longer than expected spends above the cap is printed, and is in the result', async () => {
    const api = await fakeApi(() => ({
      text: 'A long story.',
      calls: [{ tool: 'browser_snapshot', args: {} }],
      usage: { input: 1000, output: 16_000 },
    }));
    const flags = '--price-in 1 --price-out 10 --max-usd 0.1'.split(' ');
    const { stdout, exitCode } = await runModel(api, {
      out: 'over',
      flags: ['--adapter', 'claude', ...flags],
    });
    expect(stdout).toMatch(/budget_exceeded {2}task-01-example-com-title/);
    expect(stdout).toMatch(/cost: 0\.161 USD, 0\.061 USD above the cap/);
    // A low score is no error by itself.
    expect(exitCode).toBe(0);
    expect((await onlyRun('over')).episodes).toMatchObject([
      { usd: 0.161, overshootUsd: 0.061, requests: 1 },
    ]);
  });
}

/** A model that reads the page, then goes where its text says. */
function reader({ answers }: Question): Reply {
  if (answers.length === 0)
    return {
      text: 'I read the page.',
      calls: [{ tool: 'browser_snapshot', args: {} }],
      usage: { input: 1234, output: 56, cacheWrite: 4000 },
    };
  const name = /\b(example\.com)\b/.exec(answers[0] ?? '')?.[1];
  if (answers.length === 1)
    return {
      calls: [{ tool: 'browser_navigate', args: { url: `https://${name}/` } }],
      usage: { input: 321, output: 78, cacheRead: 4000 },
    };
  return {
    text: 'I am there.',
    calls: [{ tool: 'done', args: { success: true } }],
    usage: { input: 99, output: 7, cacheRead: 4321 },
  };
}

function runModel(
  api: FakeApi,
  { out, flags, env = {} }: { out: string; flags: string[]; env?: Record<string, string> },
): Promise<Ended> {
  return project.harness(modelRunWords(out, flags), { env: { ...cleanEnv(), ...api.env, ...env } });
}

/** The one run that is saved in the folder `out`. */
async function onlyRun(out: string): Promise<Run> {
  const names = await readdir(path.join(project.folder, out));
  const name = names.find((each) => /^\d{8}T\d{6}Z-[^.]+\.json$/.test(each)) ?? '';
  return Run.parse(JSON.parse(await readFile(path.join(project.folder, out, name), 'utf8')));
}
