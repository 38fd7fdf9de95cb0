import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkResults } from '../../../cli/check/check-results.ts';
import { sha256 } from '../../../platform/digest.ts';
import { projectAt } from '../../../platform/project.ts';
import { eventLines, eventsOf } from '../../../testing/events-of.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import {
  careful,
  expectRefused,
  type Forge,
  forge,
  forgedProject,
  refusals,
  withRun,
} from '../../../testing/remotes/forged-project.ts';
import { commitAll, gitAs } from '../../../testing/remotes/git-as.ts';
import { isLong, sized } from '../../../testing/sized.ts';
import { exampleFailure, exampleModel } from '../../examples/example-run.ts';
import { eventsFileOf } from '../../records/kept-events.ts';
import { readResultsFile } from '../../records/read-history.ts';
import type { Result, Run } from '../../records/result.ts';
import { totalsOf } from '../../records/run-facts.ts';
import { keepEvents } from '../../store/save-run.ts';

type ForgedEdit = [name: string, by: Forge, why: RegExp, as?: string];

const pass = (run: Run) => run.episodes.map((each) => ({ ...each }));
const none = 'f'.repeat(40);

/** What somebody could change of a file that is committed, and why it is refused. */
const editsOfOld: readonly ForgedEdit[] = [
  [
    'a status alone',
    withRun((run) => ({
      episodes: run.episodes.map((each, index) => (index ? each : { ...each, status: 'failed' as const })),
    })),
    /success: true, with status "failed"|status: "failed", the base has "passed"/,
  ],
  [
    'a pass made a failure',
    withRun((run) =>
      careful(run, {
        episodes: run.episodes.map((each, index) =>
          index ? each : { ...exampleFailure({ taskId: each.taskId }), taskSha256: each.taskSha256 },
        ),
      }),
    ),
    /the (base|history of this repository) has/,
  ],
  [
    'a median',
    withRun((run) => ({ totals: { ...run.totals, medianDurationMs: 1 } })),
    /totals\.medianDurationMs: (stored )?1,/,
  ],
  [
    'all durations',
    withRun((run) =>
      careful(run, {
        episodes: run.episodes.map((each) => ({ ...each, durationMs: each.durationMs / 10 })),
      }),
    ),
    /durationMs: .*the (base|history of this repository) has/,
  ],
  [
    'the date of the commit',
    (content) => ({ ...content, commit: { ...content.commit, date: '2026-01-01T00:00:00Z' } }),
    /commit\.date: stored "2026-01-01/,
  ],
  [
    'the subject of the commit',
    (content) => ({ ...content, commit: { ...content.commit, subject: 'feat: nothing' } }),
    /commit\.subject: stored "feat: nothing"/,
  ],
  ['a run that is gone', (content) => ({ ...content, runs: [] }), /gone; the (base|history)/],
];

/** The same of a file that no commit has; last the commit that it says it is of, where that is not the newest. */
const editsOfNew: readonly ForgedEdit[] = [
  [
    'failing tasks that are left out',
    withRun((run) => careful(run, { episodes: run.episodes.slice(0, 2) })),
    /config\.partial: nothing, and 1 of 3 tasks were not played/,
  ],
  [
    'the digest of no task',
    withRun((run) =>
      careful(run, { episodes: pass(run).map((each) => ({ ...each, taskSha256: sha256('none') })) }),
    ),
    /one: taskSha256: stored .*, the commit has/,
  ],
  [
    'the digest of no web',
    withRun((run) => careful(run, { config: { webSha256: sha256('none') } })),
    /config\.webSha256: stored .*, the commit has/,
  ],
  [
    'a start in the future',
    withRun(() => ({ startedAt: '2099-01-01T00:00:00Z' })),
    /startedAt: "2099.*in the future/,
  ],
  [
    'a start before the commit',
    withRun(() => ({ startedAt: '2025-01-01T00:00:00Z' })),
    /startedAt: "2025.*before its commit/,
  ],
  [
    'a judge that is not there yet',
    withRun((run) => careful(run, { config: { judge: 99 } })),
    /config\.judge: stored 99/,
  ],
  [
    'a server of another version',
    withRun((run) => careful(run, { config: { server: { ...run.config.server, version: '9.9.9' } } })),
    /config\.server\.version: stored "9\.9\.9"/,
  ],
  [
    'more steps than the suite allows',
    withRun((run) => careful(run, { config: { limits: { ...run.config.limits, maxSteps: 99 } } })),
    /config\.limits\.maxSteps: stored 99/,
  ],
  [
    'recordings that are said to be the project’s',
    withRun((run) =>
      careful(run, { config: { recordings: 'project', transcriptsSha256: sha256('others') } }),
    ),
    /config\.recordings: stored "project", and the commit has others/,
  ],
  ['a commit that is none', (content) => ({ ...content, sha: none }), /sha: f+ is in no branch or tag/, none],
];

let old: string;
let recent: string;
let copy: () => Promise<string>;

beforeAll(async () => {
  ({ old, recent, copy } = await forgedProject());
});

test('a genuine file is refused by nobody', async () => {
  const folder = await copy();
  expect(await refusals(folder, recent)).toEqual({ check: '', gate: '', site: '' });
});

if (isLong) {
  describe('of an old file', () => {
    test.each(editsOfOld)('%s is refused', async (_, by, why) => {
      const folder = await copy();
      await forge(folder, old, by);
      await expectRefused(folder, recent, { sha: old, why: why });
    });
  });
}

describe('of a new file', () => {
  test.each(sized(editsOfNew.slice(0, 1), editsOfNew))('%s is refused', async (_, by, why, as = recent) => {
    const folder = await copy();
    await forge(folder, recent, by, as);
    await expectRefused(folder, recent, { sha: as, why: why });
  });

  if (isLong) {
    test('a replay that was copied from another commit is refused', async () => {
      const folder = await copy();
      const content = readResultsFile(path.join(folder, 'results', `${old}.json`));
      await forge(folder, recent, () => ({ ...content, sha: recent }));
      await expectRefused(folder, recent, { sha: recent, why: /a copy: its id is that of run/ });
    });
  }
});

if (isLong) {
  test('a pipe that is named like a results file is refused and not opened', async () => {
    const folder = await copy();
    await execa('mkfifo', [path.join(folder, 'results', `${'e'.repeat(40)}.json`)]);
    await expectRefused(folder, recent, {
      sha: 'e'.repeat(40),
      why: /got a special file; expected a file/,
    });
  });
}

test('a shallow clone does not refuse what it cannot know, and says so', async () => {
  const folder = await folderOf();
  const source = await copy();
  await commitAll(source, 'chore(results): the newest');
  await gitAs(folder, 'clone', '--quiet', '--depth=1', `file://${source}`, '.');
  const { mistakes, notes } = await checkResults(projectAt(folder), Date.now());
  expect(mistakes).toEqual([]);
  expect(notes).toEqual(
    [old, recent]
      .sort()
      .map((sha) => expect.stringContaining(`${sha}.json: its commit is not in this clone`)),
  );
});

if (isLong) {
  test('a run that is withdrawn in a trailer of a commit is not missed', async () => {
    const folder = await copy();
    await forge(folder, old, (content) => ({ ...content, runs: [] }));
    await commitAll(
      folder,
      `fix(results): a run that was played on the wrong machine\n\nResults-Withdrawn: ${old}`,
    );
    const { check, site } = await refusals(folder, recent);
    expect([check, site]).toEqual(['', '']);
  });
}

if (isLong)
  test('what is kept beside a run is held against it, and missed if it was there', async () => {
    const folder = await copy();
    const results = path.join(folder, 'results');
    const file = eventsFileOf(results, 'beside');
    const withOracle =
      (change: (row: Result) => Partial<Result>): Forge =>
      (content, run) => {
        const episodes = run.episodes.map((each) => ({
          ...each,
          toolCalls: 3,
          durationMs: 77,
          lastTool: 'navigate',
        }));
        const config = { kind: 'oracle' as const, adapter: 'oracle', transcriptsSha256: null };
        const played: Run = {
          ...run,
          runId: 'beside',
          artifactsSha256: null,
          config: { ...run.config, ...config },
        };
        keepEvents(
          results,
          { ...played, episodes },
          eventLines(episodes.flatMap((row) => eventsOf(played, row))),
        );
        const eventsSha256 = sha256(gunzipSync(readFileSync(file)));
        const changed = episodes.map((row) => ({ ...row, ...change(row) }));
        const forged = { ...played, ...careful(played, { episodes: changed, eventsSha256 }) } as Run;
        return { ...content, runs: [run, forged] };
      };
    const honest = readResultsFile(path.join(results, `${recent}.json`));
    await forge(
      folder,
      recent,
      withOracle(() => ({ steps: 1 })),
    );
    for (const [who, said] of Object.entries(await refusals(folder, recent)))
      expect(said, who).toMatch(/episodes\/\S+\.jsonl\.gz: one: steps: the row has 1, its events have 3/);
    await forge(folder, recent, (_, run) => withOracle(() => ({}))(honest, run));
    expect(await refusals(folder, recent)).toEqual({ check: '', gate: '', site: '' });

    await rm(file);
    const { check, site } = await refusals(folder, recent);
    expect([check, site]).toEqual(['', '']);
    const { notes } = await checkResults(projectAt(folder), Date.now());
    expect(notes).toEqual([
      expect.stringMatching(/episodes\/\S+\.jsonl\.gz: is missing, and run \S+ names it/),
    ]);

    await writeFile(file, gzipSync(''));
    const base = await commitAll(folder, 'chore(results): with a record');
    await rm(file);
    const lost = await refusals(folder, base);
    expect([lost.check, lost.site].join()).toMatch(
      /episodes\/\S+\.jsonl\.gz: gone; the history .*gone; the history/s,
    );
    expect(lost.gate).toMatch(/episodes\/\S+\.jsonl\.gz: removed; the base has it/);
    await commitAll(folder, `fix(results): what was no record\n\nResults-Withdrawn: ${recent}`);
    expect((await refusals(folder, base)).check).not.toContain('gone');
  });

if (isLong) {
  test('a replay that was copied from another commit is refused, renamed and prettified too', async () => {
    const folder = await copy();
    const content = readResultsFile(path.join(folder, 'results', `${old}.json`));
    const [run] = content.runs;
    if (!run) throw new Error('there is no run');
    const renamed = { ...run, runId: 'another', artifactsSha256: sha256('another') };
    await forge(folder, recent, () => ({ ...content, sha: recent, runs: [renamed] }));
    await expectRefused(folder, recent, {
      sha: recent,
      why: /a copy: its times to the millisecond are those of run/,
    });
  });

  test('a model run that is invented whole is shown, and marked as one that nobody attests', async () => {
    const folder = await copy();
    const model = exampleModel('claude-omega-9');
    await forge(folder, recent, (content, run) => {
      const kind = 'model' as const;
      const config = { kind, adapter: 'claude', model, transcriptsSha256: null };
      const invented = { ...run, ...careful(run, { runId: 'invented', config }), artifactsSha256: null };
      const episodes = invented.episodes.map((each) => ({ ...each, durationMs: 77 }));
      return { ...content, runs: [run, { ...invented, episodes, totals: totalsOf(episodes) }] };
    });
    const { check, site } = await refusals(folder, recent);
    expect([check, site]).toEqual(['', '']);
  });

  const made: [string, (file: string) => Promise<unknown>, RegExp][] = [
    ['a folder', (file) => mkdir(file), /got a folder; expected a file/],
    ['a symbolic link', (file) => symlink('/etc/passwd', file), /got a symbolic link; expected a file/],
  ];
  test.each(made)('%s that is named like a results file is refused and not opened', async (_, make, why) => {
    const folder = await copy();
    await make(path.join(folder, 'results', `${'e'.repeat(40)}.json`));
    await expectRefused(folder, recent, { sha: 'e'.repeat(40), why });
  });

  test('a broken head line is said with the name of the file', async () => {
    const folder = await copy();
    const file = path.join(folder, 'results', `${recent}.json`);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/^"commit":\{/m, '"commit":{,'));
    await expectRefused(folder, recent, { sha: recent, why: /JSON/ });
  });
}
