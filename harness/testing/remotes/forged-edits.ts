import { sha256 } from '../../platform/digest.ts';
import { exampleFailure } from '../../results/examples/example-run.ts';
import type { Run } from '../../results/records/result.ts';
import { careful, type Forge, withRun } from './forged-project.ts';

type ForgedEdit = [name: string, by: Forge, why: RegExp, as?: string];

const pass = (run: Run) => run.episodes.map((each) => ({ ...each }));
const none = 'f'.repeat(40);

/** What somebody could change of a file that is committed, and why it is refused. */
export const editsOfOld: readonly ForgedEdit[] = [
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
export const editsOfNew: readonly ForgedEdit[] = [
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
  ['a commit that is none', (content) => ({ ...content, sha: none }), /sha: f+ is no commit/, none],
];
