import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UserError } from '../../platform/errors/user-error.ts';
import { exampleFailure, exampleResult, exampleRun } from '../examples/example-run.ts';
import { readResultsFile } from '../records/read-history.ts';
import type { Run } from '../records/result.ts';
import { totalsOf } from '../records/run-facts.ts';
import { saveRun, writeResultsFile } from './save-run.ts';

const sha = '0123456789abcdef0123456789abcdef01234567';
const commit = { date: '2026-01-02T03:04:05+09:00', parents: [], subject: 'feat: a thing' };
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
  file = join(folder, `${sha}.json`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a results file', () => {
  test('reads back as it was written', () => {
    const content = { schema: 'contract-bench.results.v2' as const, sha, commit, runs: [exampleRun()] };
    writeResultsFile(file, content);
    expect(readResultsFile(file)).toEqual(content);
    expect(readdirSync(folder)).toEqual([`${sha}.json`]);
  });

  test('has one episode a line and ends with a newline', () => {
    const runs = [exampleRun({ runId: 'a' }), exampleRun({ runId: 'b', episodes: [] })];
    writeResultsFile(file, { schema: 'contract-bench.results.v2', sha, commit, runs });
    const text = readFileSync(file, 'utf8');
    expect(text.endsWith('}\n')).toBe(true);
    const rows = text.split('\n').filter((line) => line.startsWith('{"taskId":"'));
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(() => JSON.parse(row.replace(/,$/, ''))).not.toThrow();
  });

  test('has its keys in the order of the schema, whatever the order in memory', () => {
    const contentOf = (run: Run) => ({
      schema: 'contract-bench.results.v2' as const,
      sha,
      commit,
      runs: [run],
    });
    writeResultsFile(file, contentOf(exampleRun({ episodes: [exampleResult()] })));
    const expected = readFileSync(file, 'utf8');
    const fields = Object.keys(exampleResult());
    fc.assert(
      fc.property(fc.shuffledSubarray(fields, { minLength: fields.length }), (order) => {
        const { runId, config, ...rest } = exampleRun({ episodes: [reordered(exampleResult(), order)] });
        const { runs, commit, sha, schema } = contentOf({ config, ...rest, runId });
        writeResultsFile(file, { runs, commit, sha, schema });
        expect(readFileSync(file, 'utf8')).toBe(expected);
      }),
      { numRuns: 10 },
    );
  });

  test('of 30 episodes of which half failed stays within 56 KB', async () => {
    const episodes = Array.from({ length: 30 }, (_, i) => {
      const taskId = `task-${i}-tc39-ecma262-strict-mode`;
      const clauses = ['url match', 'dom_text match', 'dom_count match', 'no_dialog'].map((words, at) => ({
        name: `postconditions[${at}] (${words})`,
        outcome: at < 2 ? ('passed' as const) : ('failed' as const),
        observed: 'y'.repeat(300),
      }));
      const measured = {
        taskId,
        finalUrl: `https://tc39.es/ecma262/multipage/ecmascript-language-functions-and-classes.html#${i}`,
        tokens: { input: 123_456, output: 7_890, cacheRead: 100_000, cacheWrite: 20_000 },
        usd: 0.123456,
        lastTool: 'browser_navigate',
        durationMs: 12_345.678901234,
      };
      if (i % 2 === 0) return exampleResult(measured);
      const failedPostcondition = {
        name: 'postconditions[2] (dom_count match)',
        wanted: 'w'.repeat(200),
        observed: 'o'.repeat(200),
      };
      return exampleFailure({ ...measured, failedPostcondition, verdict: { outcome: 'failed', clauses } });
    });
    await saveRun(folder, sha, commit, exampleRun({ episodes }));
    expect(statSync(file).size).toBeLessThanOrEqual(56 * 1024);
  });

  test('that breaks the schema is an error with file, field and what was expected', () => {
    writeResultsFile(file, { schema: 'contract-bench.results.v2', sha, commit, runs: [exampleRun()] });
    const broken = readFileSync(file, 'utf8')
      .replace('"status":"failed"', '"status":"fine"')
      .replace('"runId"', '"id"');
    writeFileSync(file, broken);
    expect(() => readResultsFile(file)).toThrow(UserError);
    expect(() => readResultsFile(file)).toThrow(
      `${file}: runs[0].episodes[1].status: must be one of passed, `,
    );
    expect(() => readResultsFile(file)).toThrow(`${file}: runs[0].runId: `);
  });

  test('of a newer minor keeps what this version does not know', () => {
    const newer = { ...exampleRun(), mood: 'fine', episodes: [{ ...exampleResult(), colour: 'green' }] };
    writeResultsFile(file, { schema: 'contract-bench.results.v2', sha, commit, runs: [newer] });
    writeResultsFile(file, readResultsFile(file));
    const [run] = JSON.parse(readFileSync(file, 'utf8')).runs;
    expect(run).toMatchObject({ mood: 'fine', episodes: [{ colour: 'green' }] });
  });

  test('over 600 KB has one run a line, and says the same', () => {
    const episodes = Array.from({ length: 600 }, (_, index) => exampleResult({ taskId: `task-${index}` }));
    const run = exampleRun({ episodes });
    writeResultsFile(file, {
      schema: 'contract-bench.results.v2',
      sha,
      commit,
      runs: [run, { ...run, runId: 'b' }],
    });
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(7);
    expect(readResultsFile(file).runs.map(({ runId }) => runId)).toEqual([run.runId, 'b']);
  });

  test('that is no JSON, has another commit’s name, or a run twice is an error', () => {
    writeFileSync(file, '{"schema": ');
    expect(() => readResultsFile(file)).toThrow(`${file}: `);
    const other = join(folder, 'ffffffff.json');
    const content = {
      schema: 'contract-bench.results.v2' as const,
      sha,
      commit,
      runs: [exampleRun(), exampleRun()],
    };
    writeResultsFile(other, content);
    expect(() => readResultsFile(other)).toThrow(`sha: got ${sha}; expected ffffffff, as in the file name`);
    writeResultsFile(file, content);
    expect(() => readResultsFile(file)).toThrow('runs: run-1 appears twice');
  });

  test('is never half replaced: content that breaks the schema leaves the old file', () => {
    const content = { schema: 'contract-bench.results.v2' as const, sha, commit, runs: [exampleRun()] };
    writeResultsFile(file, content);
    const bad = exampleRun({ durationMs: Number.NaN });
    expect(() => writeResultsFile(file, { ...content, runs: [bad] })).toThrow('runs[0].durationMs');
    expect(readResultsFile(file)).toEqual(content);
    expect(readdirSync(folder)).toEqual([`${sha}.json`]);
  });
});

describe('saving a run', () => {
  test('keeps the other runs, replaces the same one, and has the totals of the episodes', async () => {
    const lie = totalsOf([]);
    await saveRun(
      folder,
      sha,
      commit,
      exampleRun({ runId: 'a', startedAt: '2026-01-02T00:00:02Z', totals: lie }),
    );
    await saveRun(
      folder,
      sha,
      commit,
      exampleRun({ runId: 'b', startedAt: '2026-01-02T00:00:01Z', complete: false }),
    );
    await saveRun(folder, sha, commit, exampleRun({ runId: 'b', startedAt: '2026-01-02T00:00:01Z' }));
    const { runs } = readResultsFile(file);
    expect(runs.map(({ runId, complete }) => [runId, complete])).toEqual([
      ['b', true],
      ['a', true],
    ]);
    expect(runs[1]?.totals.score).toMatchObject({ passed: 1, total: 2 });
  });

  test('in any order gives the same bytes', async () => {
    const order = fc.shuffledSubarray(['a', 'b', 'c'], { minLength: 3 });
    const texts = new Set<string>();
    await fc.assert(
      fc.asyncProperty(order, async (ids) => {
        rmSync(file, { force: true });
        for (const runId of ids) await saveRun(folder, sha, commit, exampleRun({ runId }));
        texts.add(readFileSync(file, 'utf8'));
      }),
      { numRuns: 8 },
    );
    expect(texts.size).toBe(1);
  });

  test('does not touch a file that it cannot read', async () => {
    writeFileSync(file, '<<<<<<< HEAD');
    await expect(saveRun(folder, sha, commit, exampleRun())).rejects.toThrow(UserError);
    expect(readFileSync(file, 'utf8')).toBe('<<<<<<< HEAD');
  });

  test('makes the folder where there is none', async () => {
    expect(await saveRun(join(folder, 'deep/results'), sha, commit, exampleRun())).toContain('deep/results');
  });

  test('from several processes at once loses no run', async () => {
    const script = `
      import { exampleRun } from '${import.meta.dirname}/../examples/example-run.ts';
      import { saveRun } from '${import.meta.dirname}/save-run.ts';
      const saves = Array.from({ length: 10 }, (_, i) =>
        saveRun('${folder}', '${sha}', ${JSON.stringify(commit)}, exampleRun({ runId: process.argv[1] + '-' + i })));
      await Promise.all(saves);`;
    const children = ['p', 'q', 'r', 's'].map((name) =>
      spawn(process.execPath, ['--input-type=module', '--eval', script, name], {
        stdio: ['ignore', 'inherit', 'inherit'],
      }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(readResultsFile(file).runs).toHaveLength(40);
    expect(readdirSync(folder)).toEqual([`${sha}.json`]);
  });
});

function reordered<T extends object>(value: T, order: string[]): T {
  const entries = Object.entries(value).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  // The same entries, so the same type.
  return Object.fromEntries(entries) as T;
}
