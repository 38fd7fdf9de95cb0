import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { beforeEach, expect, test, vi } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { within } from '../../testing/processes.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { rowsOf, suiteOf } from '../../testing/skill-suite.ts';
import { runSuite } from './run-suite.ts';

/** Verifiers inherit it; other suites run beside this one, so it tells whose they are. */
const ours = `/nowhere/${randomUUID()}`;
beforeEach(() => vi.stubEnv('PATH', `${process.env.PATH}:${ours}`));

/** Verifiers of these tests whose environment holds a text. */
function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return environment.includes(ours) && environment.includes(text);
      } catch {
        return false;
      }
    });
}

if (isLong) {
  test('a command that takes too long is a timeout, and none of its processes is left', async () => {
    const commands = {
      sleeps: 'sleep 300',
      waits: 'sleep 300 & wait',
      talks: 'yes',
      stubborn: "trap '' TERM HUP INT; while true; do sleep 1; done",
      leaves: "setsid sh -c 'setsid sleep 300 & sleep 300' >/dev/null 2>&1 & sleep 300",
    };
    const verifiers = Object.fromEntries(Object.entries(commands).map(([id, command]) => [id, { command }]));
    const { run } = await rowsOf({ verifiers, timeoutMs: 500, execution: { workers: 5 } });
    for (const row of run.results) {
      expect(row).toMatchObject({
        passed: false,
        error_category: 'timeout',
        exit_code: null,
        error_message: 'verifier timed out after 500ms',
      });
      expect(row.duration_ms).toBeGreaterThanOrEqual(490);
    }
    expect(processesWith('SKILLVAULT_BENCH_TASK_ID=')).toEqual([]);
  });
}

test('the exit code decides, not the pipes, and remaining processes are ended', async () => {
  const { row } = await rowsOf({
    verifiers: { behind: { command: 'sleep 300 & exit 0' }, away: { command: 'setsid sleep 300 & exit 0' } },
  });
  for (const id of ['behind', 'away']) {
    expect(row(id)).toMatchObject({ passed: true, exit_code: 0, error_category: 'none' });
  }
  expect(processesWith('SKILLVAULT_BENCH_TASK_ID=')).toEqual([]);
});

if (isLong) {
  test('exits, signals and a verifier’s own messages', async () => {
    const { row, run } = await rowsOf({
      verifiers: {
        one: { command: 'echo no >&2; exit 1' },
        two: { command: 'exit 2' },
        none: { command: 'no-such-command-here' },
        killed: { command: 'kill -9 $$' },
        json: {
          command: `echo before; echo '{"error_category":"wrong_total","message":"7, not 8"}'; echo after; exit 3`,
        },
        odd: { command: `echo '{"error_category":"none","message":"still"}'; exit 3` },
        passed: { command: `echo '{"error_category":"wrong_total"}'; exit 0` },
      },
    });
    expect(row('one')).toMatchObject({
      exit_code: 1,
      error_category: 'verification_failed',
      error_message: 'no',
      stderr_excerpt: 'no',
    });
    expect(row('two')).toMatchObject({
      exit_code: 2,
      error_category: 'verification_failed',
      error_message: 'verifier exited with code 2',
    });
    expect(row('none')).toMatchObject({ exit_code: 127, error_category: 'verification_failed' });
    expect(row('killed')).toMatchObject({
      exit_code: 1,
      error_category: 'verification_failed',
      error_message: 'verifier was ended by SIGKILL',
    });
    expect(row('json')).toMatchObject({
      exit_code: 3,
      error_category: 'wrong_total',
      error_message: '7, not 8',
    });
    expect(row('odd')).toMatchObject({ error_category: 'verification_failed', error_message: 'still' });
    expect(row('passed')).toMatchObject({ passed: true, error_category: 'none' });
    for (const [id, { fail_count }] of Object.entries(run.aggregates))
      expect(Object.values(run.error_breakdown[id] ?? {}).reduce((sum, count) => sum + count, 0)).toBe(
        fail_count,
      );
  });
}

test('each attempt works in a copy of its own, without files of the previous one', async () => {
  const loaded = await suiteOf({
    verifiers: {
      writes: {
        command:
          'test ! -e mine && test ! -e "$TMPDIR/t" && touch mine "$TMPDIR/t" "$SKILLVAULT_BENCH_BUNDLE_PATH/b"',
      },
      again: {
        command:
          'test ! -e mine && test ! -e "$TMPDIR/t" && test ! -e "$SKILLVAULT_BENCH_BUNDLE_PATH/b" && cat "$SKILLVAULT_BENCH_BUNDLE_PATH/answer.txt"',
      },
    },
  });
  const { results } = await runSuite(loaded, { project: thisProject, deterministic: false });
  expect(results.map(({ passed, stdout_excerpt: out }) => [passed, out])).toEqual(
    ['no_skill', 'curated_skill', 'self_generated_skill'].flatMap((id) => [
      [true, undefined],
      [true, `answer of ${id}`],
    ]),
  );
  expect(existsSync(path.join(loaded.folder, 'mine'))).toBe(false);
});

test('a verifier gets its inputs as variables, and not the environment of the harness', async () => {
  process.env.CONTRACT_BENCH_TEST_SECRET = 'never-to-be-seen';
  try {
    const { row, run } = await rowsOf({
      verifiers: {
        tells: { command: 'env | sort | grep -v "^\\(PATH\\|HOME\\|PWD\\|OLDPWD\\|SHLVL\\|_\\)="' },
      },
      execution: { seed: 7, retries: 1 },
    });
    expect(JSON.stringify(run)).not.toContain('never-to-be-seen');
    const out = row('tells').stdout_excerpt ?? '';
    expect(out).toMatch(/SKILLVAULT_BENCH_ATTEMPT=1\n/);
    expect(out).toMatch(/SKILLVAULT_BENCH_CONDITION_ID=no_skill\n/);
  } finally {
    delete process.env.CONTRACT_BENCH_TEST_SECRET;
  }
});

test('a retry counts as an attempt of its own, and the last one decides', async () => {
  const { row } = await rowsOf({
    verifiers: {
      second: { command: 'test "$SKILLVAULT_BENCH_ATTEMPT" = 2' },
      never: { command: 'exit 1' },
    },
    execution: { retries: 2 },
  });
  expect(row('second')).toMatchObject({ passed: true, attempts: 2 });
  expect(row('never')).toMatchObject({ passed: false, attempts: 3 });
});

test(`${sized('1 MB', '150 MB')} of output are read, kept to an excerpt, and decoded as a whole`, async () => {
  const before = process.memoryUsage().rss;
  const bytes = sized(1_000_000, 150_000_000);
  const { row } = await rowsOf({
    verifiers: { talks: { command: `printf 'größe '; head -c ${bytes} /dev/zero | tr '\\0' 'x'; exit 1` } },
    timeoutMs: sized(60_000, 300_000),
  });
  expect(row('talks').stdout_excerpt).toMatch(/^größe x+$/);
  expect([...(row('talks').stdout_excerpt ?? '')]).toHaveLength(300);
  if (isLong) expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
});

test('a bundle with a FIFO, a device, an escaping link or a huge file is decided in time', async () => {
  const outside = await folderOf({ 'secret.txt': 'the secret' });
  const verifiers = Object.fromEntries(
    ['fifo', 'zero', 'out', 'huge', 'none', '../no_skill/answer.txt', '/etc/hostname', 'sub'].map((name) => [
      name.replaceAll('/', '_'),
      { function: 'bundle_file_contains', args: { path: name, contains: 'secret' } },
    ]),
  );
  const loaded = await suiteOf({
    verifiers: { ...verifiers, args: { function: 'bundle_file_exists' } },
  });
  const bundle = path.join(loaded.folder, 'no_skill');
  await execa('mkfifo', [path.join(bundle, 'fifo')]);
  await symlink('/dev/zero', path.join(bundle, 'zero'));
  await symlink(path.join(outside, 'secret.txt'), path.join(bundle, 'out'));
  await writeFile(path.join(bundle, 'huge'), '');
  await truncate(path.join(bundle, 'huge'), 2 ** 30);
  await mkdir(path.join(bundle, 'sub'));
  const { results } = await runSuite(loaded, { project: thisProject, deterministic: true });
  const rows = results.filter(({ condition_id: id }) => id === 'no_skill');
  expect(
    rows.map(({ task_id: id, error_category: category, error_message: why }) => [id, category, why]),
  ).toEqual([
    ['fifo', 'execution_error', 'not a regular file: fifo'],
    ['zero', 'execution_error', 'verifier path leads out of the bundle'],
    ['out', 'execution_error', 'verifier path leads out of the bundle'],
    ['huge', 'execution_error', 'the file has 1073741824 bytes; expected at most 8388608'],
    ['none', 'assertion_failed', 'expected file to exist for content check: none'],
    ['.._no_skill_answer.txt', 'execution_error', 'verifier path escapes bundle root'],
    ['_etc_hostname', 'execution_error', 'verifier path must be relative'],
    ['sub', 'execution_error', 'not a regular file: sub'],
    ['args', 'execution_error', 'bundle_file_exists requires args.path'],
  ]);
});

test('if interrupted, it ends running verifiers and returns the rows so far, marked incomplete', async () => {
  const controller = new AbortController();
  const loaded = await suiteOf({
    verifiers: { quick: { command: 'true' }, slow: { command: 'sleep 300' } },
    timeoutMs: 60_000,
  });
  const run = await runSuite(loaded, {
    project: thisProject,
    deterministic: false,
    signal: controller.signal,
    onProgress: ({ done }) => {
      const started = () => processesWith('SKILLVAULT_BENCH_TASK_ID=slow').length > 0;
      if (done === 1) void within(30_000, started).then(() => controller.abort());
    },
  });
  expect(run).toMatchObject({ incomplete: true, results: [{ task_id: 'quick', passed: true }] });
  expect(processesWith('SKILLVAULT_BENCH_TASK_ID=')).toEqual([]);
});

if (isLong) {
  test('several trials are rows of their own, with the chances of passing and the flaky ones', async () => {
    const loaded = await suiteOf({
      verifiers: {
        sure: { command: 'true' },
        flaky: { command: 'mkdir "$CB_SHARED/$SKILLVAULT_BENCH_CONDITION_ID" 2>/dev/null' },
      },
      execution: { trials: 3, isolation: 'none' },
    });
    // In place, one attempt sees what another left: the first of three passes.
    const shared = await folderOf();
    const config = loaded.config.tasks[1]?.verifier;
    if (config?.command) config.command = config.command.replace('$CB_SHARED', shared);
    const run = await runSuite(loaded, { project: thisProject, deterministic: true });
    expect(run.results).toHaveLength(18);
    expect(run.results[3]).toMatchObject({ task_id: 'flaky', trial: 1, passed: true });
    expect(run.flaky).toHaveLength(3);
    expect(run.trials?.[1]).toEqual({
      condition_id: 'no_skill',
      task_id: 'flaky',
      trials: 3,
      passes: 1,
      pass_at_k: { 1: 0.333333, 2: 0.666667, 3: 1 },
      pass_hat_k: { 1: 0.333333, 2: 0, 3: 0 },
    });
  });
}
