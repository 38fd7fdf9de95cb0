import { judgeVersion } from '../../judge/judge-version.ts';
import { digest } from '../../platform/digest.ts';
import { oneLine } from '../../platform/errors/one-line.ts';
import { comparabilityKey, keyVersion } from '../records/comparability-key.ts';
import type { Result, ResultsFile, Run } from '../records/result.ts';
import { outcomesOf } from '../records/task-outcomes.ts';
import { totalsOf } from '../records/totals.ts';
import { clusteredRate95 } from '../statistics/statistics.ts';
import { type Difference, differences, show } from './differences.ts';
import { episodeContradictions } from './episode-contradictions.ts';
import { serverContradictions } from './server-contradictions.ts';

/** What in a stored run does not agree with the rest of it: totals, statuses, verdicts, digests, keys. */
export function runContradictions(run: Run): string[] {
  return [
    ...computedAgain(run, run.config.judge).map(
      ({ at, found, wanted }) => `${at}: stored ${show(found)}, found again ${show(wanted)}`,
    ),
    ...judgeContradictions(run),
    ...serverContradictions(run),
    ...scheduleContradictions(run),
    ...run.episodes.flatMap((result) =>
      episodeContradictions(result).map((what) => `${nameOf(result)}: ${what}`),
    ),
  ];
}

/** The same of every run of a results file, the id of the run first. */
export function fileContradictions({ runs }: ResultsFile): string[] {
  return runs.flatMap((run) => runContradictions(run).map((what) => oneLine(`${run.runId}: ${what}`)));
}

/** The fields of a run that follow from the others and from `judge`, where they are not what follows. */
export function computedAgain(run: Run, judge: number): Difference[] {
  const { config, episodes, suite, totals } = run;
  const { judge: judgedBy, tasksSha256, comparabilityKey: key } = config;
  const found = { totals, config: { judge: judgedBy, tasksSha256, comparabilityKey: key } };
  return differences(found, {
    totals: withOlderInterval(totalsOf(episodes), run),
    config: {
      judge,
      // In the order of the run; of one that was cut short, or of a shard, it is that of tasks which are not there.
      tasksSha256:
        run.complete && !config.shard
          ? digest([...new Map(episodes.map(({ taskId, taskSha256 }) => [taskId, taskSha256]))])
          : tasksSha256,
      // A lifted run has the key of its day, which was made of other fields.
      comparabilityKey: config.keyVersion === keyVersion ? comparabilityKey(suite, config) : key,
    },
  });
}

/** Several trials of a task once had an interval clustered by task; such a file stays as it is. */
function withOlderInterval(again: Run['totals'], run: Run): Run['totals'] {
  const older = clusteredRate95(outcomesOf(run));
  const isOlder = differences(run.totals.score.wilson95, older).length === 0;
  return isOlder ? { ...again, score: { ...again.score, wilson95: older } } : again;
}

function judgeContradictions({ config: { judge } }: Run): string[] {
  return judge > judgeVersion ? [`config.judge: stored ${judge}, there are ${judgeVersion} so far`] : [];
}

/** Every trial of every task once, and of a complete run all of them. */
function scheduleContradictions({ complete, config, episodes }: Run): string[] {
  return [...Map.groupBy(episodes, ({ taskId }) => taskId)].flatMap(([taskId, ofTask]) => {
    const trials = ofTask.map(({ trial }) => trial);
    const twice = trials.filter((trial, index) => trials.indexOf(trial) !== index);
    const beyond = trials.filter((trial) => trial > config.trials);
    const missing = complete && !config.shard && new Set(trials).size < config.trials;
    return [
      ...twice.map((trial) => `${taskId}: trial ${trial} is there twice`),
      ...beyond.map((trial) => `${taskId}: trial ${trial} of ${config.trials}`),
      ...(missing ? [`${taskId}: a trial is missing, and the run says that it is complete`] : []),
    ];
  });
}

function nameOf({ taskId, trial }: Result): string {
  return trial === 1 ? taskId : `${taskId} (trial ${trial})`;
}
