import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sha256 } from '../../platform/digest.ts';
import { exampleFailure, exampleResult, exampleRun } from '../examples/example-run.ts';
import { keepPictures } from '../store/save-run.ts';
import { mostPictureBytes, pictureFileOf, shownEpisodes, shownPictures } from './kept-pictures.ts';
import type { Result, Run } from './result.ts';

/** Two templates of two tasks each; of the second one task fails, and of the first one is out of time. */
const episodes: Result[] = [
  exampleResult({ taskId: 'a1', templateId: 'a' }),
  exampleResult({ taskId: 'a2', templateId: 'a' }),
  { ...exampleFailure({ taskId: 'a3', templateId: 'a' }), status: 'timeout' },
  exampleResult({ taskId: 'b1', templateId: 'b' }),
  { ...exampleFailure({ taskId: 'b2', templateId: 'b' }), status: 'failed' },
  { ...exampleFailure({ taskId: 'b3', templateId: 'b' }), status: 'failed' },
];

function runOf(kind: Run['config']['kind'], more: Partial<Run> = {}): Run {
  const run = exampleRun({ episodes, ...more });
  return { ...run, config: { ...run.config, kind, web: 'hermetic' } };
}

test.each([
  ['replay', ['a1', 'a3', 'b2', 'b3']],
  ['control', ['a1', 'a3', 'b2']],
  ['baseline', ['a1', 'a3', 'b2']],
  ['oracle', ['a1', 'a3', 'b1', 'b2']],
  ['model', ['a1', 'a3', 'b1', 'b2']],
  ['agent', ['a1', 'a3', 'b1', 'b2']],
] as const)('of a run of kind %s %j are shown with pictures', (kind, shown) => {
  expect(shownEpisodes(runOf(kind)).map(({ taskId }) => taskId)).toEqual(shown);
});

test('of a model each status of each template is shown once, though the run has the status already', () => {
  const late = exampleFailure({ taskId: 'a4', templateId: 'a' });
  const run = runOf('model', { episodes: [...episodes, { ...late, status: 'failed' }] });
  expect(shownEpisodes(run).map(({ taskId }) => taskId)).toEqual(['a1', 'a3', 'b1', 'b2', 'a4']);
});

test('the control that does nothing shows each template as it begins', () => {
  const { config, ...run } = runOf('control');
  const shown = shownEpisodes({ ...run, config: { ...config, adapter: 'noop' } });
  expect(shown.map(({ taskId }) => taskId)).toEqual(['a1', 'a3', 'b1', 'b2']);
});

test('nothing is shown of a run that is not complete, nor of the live web', () => {
  const run = runOf('model');
  expect(shownEpisodes({ ...run, complete: false })).toEqual([]);
  expect(shownEpisodes({ ...run, config: { ...run.config, web: 'live' } })).toEqual([]);
});

test('the pictures of the shown episodes are kept under their digests, and no others', () => {
  const [out, results] = [1, 2].map(() => {
    const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return folder;
  }) as [string, string]; // as many as are asked for
  const run = runOf('baseline');
  const contents = {
    a1: 'page of a1',
    a2: 'page of a2',
    a3: 'x'.repeat(mostPictureBytes + 1),
    b2: 'not there',
  };
  const events = Object.entries(contents).map(([taskId, content]) => {
    if (taskId !== 'b2') writeFileSync(join(out, `${sha256(content)}.webp`), content);
    return JSON.stringify({
      runId: run.runId,
      taskId,
      trial: 1,
      type: 'picture',
      seq: 1,
      sha256: sha256(content),
    });
  });
  const lines = `${[...events, 'no JSON "picture"', '{"type":"picture"}'].join('\n')}\n`;
  expect([...shownPictures(run, lines)]).toEqual(
    [contents.a1, contents.a3, contents.b2].map((content) => sha256(content)),
  );
  keepPictures(results, run, lines, out);
  const kept = Object.entries(contents).flatMap(([taskId, content]) =>
    existsSync(pictureFileOf(results, sha256(content))) ? [taskId] : [],
  );
  expect(kept).toEqual(['a1']);
});
