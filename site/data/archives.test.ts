import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import { resultsFileOf } from '../../harness/results/records/read-history.ts';
import { resultsText } from '../../harness/results/records/results-text.ts';
import { saveRun } from '../../harness/results/store/save-run.ts';
import { openRuns } from '../history/commits.ts';
import { commitInArchive } from '../scripts/fetch-results.ts';
import { archiveText, commitText, writeCommitFiles } from './archives.ts';

const shas = ['a', 'b', 'c'].map((digit) => digit.repeat(40));
const tasks = ['task-2', 'task-1', 'task-3'];
const files = shas.map((sha, index) => ({
  schema: 'contract-bench.results.v2' as const,
  sha,
  commit: { date: null, parents: shas.slice(0, index), subject: `"sha":"${shas[2]}"` },
  runs: ['one', 'two'].slice(index === 1 ? 2 : 0).map((runId) =>
    exampleRun({
      runId,
      episodes: tasks.flatMap((taskId) => [
        exampleResult({ taskId, durationMs: 1000 + index }),
        exampleFailure({ taskId, trial: 2, error: `\n{"at":[${index},0,0]}` }),
      ]),
    }),
  ),
}));

test('every commit comes out of an archive as it went in, one without a run too', () => {
  const text = archiveText(files, { asOf: null });
  for (const file of files) expect(commitInArchive(text, file.sha)).toEqual(file);
  expect(commitInArchive(text, 'd'.repeat(40))).toBeNull();
});

test('an archive of invented results says so, and each line of any is JSON by itself', () => {
  const lines = archiveText(files, { asOf: null, synthetic: true }).trimEnd().split('\n');
  expect(lines).toHaveLength(1 + 3 + 24);
  const [head, first, , , ...episodes] = lines.map((line) => JSON.parse(line));
  expect(head).toEqual({ schema: 'contract-bench.archive.v1', synthetic: true, commits: 3 });
  expect(first.runs[0]).not.toHaveProperty('episodes');
  expect(episodes.slice(0, 2).map(({ at, taskId }) => [at, taskId])).toEqual([
    [[0, 0, 2], 'task-1'],
    [[0, 0, 3], 'task-1'],
  ]);
});

test('an archive takes less than half of what its files take compressed one after the other', () => {
  const many = Array.from({ length: 40 }, (_, commit) => ({
    sha: commit.toString(16).padStart(40, '0'),
    runs: [
      exampleRun({
        episodes: Array.from({ length: 60 }, (_, task) =>
          exampleResult({ taskId: `task-${task}`, durationMs: commit * 977 + task * 31 }),
        ),
      }),
    ],
  }));
  const text = archiveText(many, { asOf: null });
  const apart = many.map((file) => JSON.stringify(file)).join('\n');
  expect(gzipSync(text).length).toBeLessThan(gzipSync(apart).length / 2);
  expect(gunzipSync(gzipSync(text)).toString()).toBe(text);
});

test('the data of a commit in one file a run is that of the commit in one file, to the byte', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'commit-text-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sha = 'a'.repeat(40);
  const texts = [];
  for (const name of ['one', 'split']) {
    const results = join(folder, name);
    if (name === 'split') mkdirSync(join(results, sha), { recursive: true });
    for (const runId of ['b', 'a'])
      await saveRun(
        results,
        sha,
        { date: null, parents: [] },
        exampleRun({ runId, startedAt: `2026-01-0${runId === 'a' ? 2 : 1}T00:00:00Z` }),
      );
    texts.push(commitText(resultsFileOf(results, sha)));
    writeCommitFiles(results, join(results, 'api'), new Map());
    expect(readFileSync(join(results, 'api', `${sha}.json`), 'utf8')).toBe(texts[0]);
    for (const runId of ['a', 'b']) expect(openRuns(results)({ sha, runId }).runId).toBe(runId);
  }
  expect(texts[1]).toBe(texts[0]);
});

test('a commit with more than 20 MB of results is published in one file a run, whatever form it lies in', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'large-commit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sha = 'b'.repeat(40);
  const commit = { date: null, parents: [] };
  const run = exampleRun({ runId: 'a' });
  const text = resultsText({ schema: 'contract-bench.results.v2', sha, commit, runs: [run] });
  // Spaces are JSON too, and gzip makes nothing of them.
  const large = text + ' '.repeat(20e6);
  mkdirSync(join(folder, 'split', sha), { recursive: true });
  mkdirSync(join(folder, 'one'));
  writeFileSync(join(folder, 'split', sha, 'a.json.gz'), gzipSync(large));
  writeFileSync(join(folder, 'one', `${sha}.json`), large);
  for (const form of ['split', 'one']) {
    const api = join(folder, form, 'api');
    writeCommitFiles(join(folder, form), api, new Map());
    expect(readdirSync(api, { recursive: true }).sort()).toEqual([sha, join(sha, 'a.json.gz')]);
    const published = JSON.parse(gunzipSync(readFileSync(join(api, sha, 'a.json.gz'))).toString());
    expect(published.runs).toEqual([run]);
  }
});
