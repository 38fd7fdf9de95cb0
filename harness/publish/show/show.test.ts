import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../platform/errors/user-error.ts';
import { projectAt } from '../../platform/project.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import type { Run } from '../../results/records/result.ts';
import { keepEvents, saveRun } from '../../results/store/save-run.ts';
import { clauseTrack } from '../../results/story/clause-track.ts';
import { LinesByEpisode } from '../../results/story/lines-by-episode.ts';
import { storyOf } from '../../results/story/story.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { findEpisode, type KeptRun, keptRuns } from './kept-runs.ts';
import { showEpisode } from './show-episode.ts';
import { storyLines } from './story-lines.ts';

const failed = exampleFailure();
const evidence = { kind: 'url', pattern: 'b$', outcome: 'failed', observed: 'http://x.test/a' };
const events = (runId: string) =>
  [
    { type: 'episode_start', goal: 'Open \u001b[31mb.' },
    { type: 'tool_call', seq: 1, tool: 'click', args: { ref: 'e1' } },
    { type: 'page', url: 'http://x.test/a', on: { role: 'link', name: 'B', frame: null, box: null } },
    { type: 'contract_eval', look: 'step', toolSeq: 1, outcome: 'failed', evidence },
    { type: 'stop', reason: 'done' },
  ].map((event) => JSON.stringify({ runId, taskId: failed.taskId, trial: failed.trial, atMs: 1, ...event }));

function keptRun(runId: string): KeptRun {
  const run = exampleRun({ runId, episodes: [exampleResult({ taskId: 'good' }), failed] });
  const lines = new LinesByEpisode(events(runId).join('\n'));
  return { run, lines: () => lines };
}

const runs = [keptRun('20260102-a'), keptRun('20260103-b')];
const asked = { folder: 'reports', runId: '20260102-a', taskId: failed.taskId, trial: failed.trial };

test('an episode is found by its run, or by a unique prefix of it', () => {
  expect(findEpisode(runs, asked).kept).toBe(runs[0]);
  expect(findEpisode(runs, { ...asked, runId: '20260103' }).result).toEqual(failed);
});

test('the last run is the newest, and without a task its first episode that did not pass is shown', () => {
  expect(findEpisode(runs, { ...asked, runId: 'last', taskId: null })).toEqual({
    kept: runs[0],
    result: failed,
  });
  expect(() => findEpisode([], { ...asked, runId: 'last' })).toThrow(/"last" does not match a run .*: none$/);
});

test('of many runs it lists five, one line each', () => {
  const many = Array.from({ length: 46 }, (_, index) => keptRun(`2026-${index}`));
  expect(() => findEpisode(many, { ...asked, runId: 'nope' })).toThrow(/\n {2}2026-4\n {2}and 41 older$/);
});

test.each([
  [
    { runId: 'x' },
    /"x" does not match a run with kept events; available \(below results\/ and reports\):\n {2}20260102-a\n {2}20260103-b$/,
  ],
  [{ runId: '202601' }, /is a prefix of several runs .*:\n {2}20260102-a\n {2}20260103-b$/],
  [{ taskId: 'x' }, new RegExp(`did not play "x"; it played: good, ${failed.taskId}`)],
  [{ trial: 9 }, new RegExp(`trial 9: run 20260102-a has these trials of ${failed.taskId}: ${failed.trial}`)],
  [{ taskId: 'good', trial: 1 }, /no kept events of good, trial 1/],
])('for %j it lists the available ones', (other, message) => {
  const find = () => findEpisode(runs, { ...asked, ...other });
  expect(find).toThrow(UserError);
  expect(find).toThrow(message);
});

test('its lines show steps, clauses, end and difference, without control characters', () => {
  const { kept, result } = findEpisode(runs, asked);
  const story = storyOf(kept.lines().of(result.taskId, result.trial));
  const passing = { tool: 'click', args: { ref: 'e2' } };
  const pass = { runId: 'p', kind: 'oracle' as const, serverId: 's', taskId: 't', taskSha256: 'x', trial: 2 };
  const comparison = { pass, difference: { seq: 1, own: { tool: 'click', args: { ref: 'e1' } }, passing } };
  const lines = storyLines({ ...kept, result, story, track: clauseTrack(story), words: null, comparison });
  const text = lines.join('\n');
  for (const part of [
    `trial ${failed.trial}: ${failed.status}`,
    'goal: Open  [31mb.',
    'click {"ref":"e1"}  <- differs',
    '     click: link "B"',
    '.  never held  url: pattern "b$"',
    'stopped: done',
    'oracle on s, run p, trial 2',
    'there  click {"ref":"e2"}',
  ])
    expect(text).toContain(part);
});

test('runs with kept events are read from the results', async () => {
  const folder = await folderOf();
  const kept: Run = exampleRun({ runId: 'kept', episodes: [failed] });
  keepEvents(folder, kept, `${events('kept').join('\n')}\n`);
  const [sha, commit] = ['a'.repeat(40), { date: null, parents: [] }];
  await saveRun(folder, sha, commit, kept);
  await saveRun(folder, sha, commit, exampleRun({ runId: 'gone', episodes: [failed] }));
  const found = await keptRuns(folder, join(folder, 'no-reports'));
  expect(found.map(({ run }) => run.runId)).toEqual(['kept']);
  expect(found[0]?.lines().of(failed.taskId, failed.trial)).toHaveLength(5);
});

test('an agent’s output belongs to the last run that wrote it', async () => {
  const config = { kind: 'agent' as const };
  const played = ['20260102T030405Z-a', '20260102T030406Z-b'].map((runId) =>
    exampleRun({ runId, startedAt: `2026-01-02T03:04:0${runId.at(14)}Z`, episodes: [failed], config }),
  );
  const out = await folderOf({
    [`agents/${failed.taskId}.txt`]: `${'earlier\n'.repeat(20)}Traceback\nTypeError: no\n`,
    ...Object.fromEntries(
      played.flatMap((run) => [
        [`${run.runId}.json`, JSON.stringify(run)],
        [`events/${run.runId}.jsonl`, events(run.runId).join('\n')],
      ]),
    ),
  });
  const project = projectAt(await folderOf());
  const show = (runId: string) =>
    showEpisode({ project, folder: out, runId, taskId: failed.taskId, trial: 1 });
  const { lines, printed } = await show('last');
  expect(lines.slice(-12)).toEqual([
    '',
    'the agent printed last',
    ...Array(8).fill('  earlier'),
    '  Traceback',
    '  TypeError: no',
  ]);
  expect(printed).toContain('TypeError');
  expect((await show('20260102T030405Z-a')).printed).toBeNull();
});
