import { instanceIds } from '../../../task/instances-file.ts';
import { ownServerId } from '../../records/custom-server.ts';
import type { Run } from '../../records/result.ts';
import { isReplay } from '../../records/run-kind.ts';
import { show } from '../differences.ts';
import type { CommitState, CommitSuite } from './commit-state.ts';

/**
 * Where a run says something else of what it played than the tree of its commit. A run of another schema is held to
 * nothing here, and one from a changed checkout, which no tree has, says so itself and stands nowhere.
 */
export function stateContradictions(run: Run, state: CommitState): string[] {
  const { config, suite: id, episodes } = run;
  const suite = state.suites.get(id);
  if (!suite) {
    // A user's own tasks are of no edition.
    if (config.edition === null) return serverContradictions(run, state);
    return [
      `suite: the commit has none that is called ${show(id)}; it has ${[...state.suites.keys()].join(', ')}`,
    ];
  }
  return [
    ...differing('config.edition', config.edition, suite.edition),
    ...(isOfOtherWorlds(run, suite) ? [] : episodes).flatMap(({ taskId, taskSha256 }) => {
      const wanted = suite.taskSha256.get(taskId);
      if (wanted === undefined) return [`${taskId}: the suite has no such task at the commit`];
      return differing(`${taskId}: taskSha256`, taskSha256, wanted);
    }),
    ...(config.web === 'hermetic' && suite.webSha256 !== null
      ? differing('config.webSha256', config.webSha256, suite.webSha256)
      : []),
    ...partContradictions(run, suite),
    ...limitContradictions(run, suite),
    ...recordingContradictions(run, state),
    ...serverContradictions(run, state),
  ];
}

/** Whether a run replayed other recordings than those of its commit; null where it replayed none. */
export function hasOwnRecordings({ config, episodes }: Run, state: CommitState): boolean | null {
  if (!isReplay(config) || config.transcriptsSha256 === null) return null;
  const ids = [...new Set(episodes.map(({ taskId }) => taskId))];
  return config.transcriptsSha256 !== state.recordings(ownServerId(config.server.id), ids);
}

/** Recordings that are said to be the project's, and are not those of the commit. */
function recordingContradictions(run: Run, state: CommitState): string[] {
  if (run.config.recordings !== 'project' || !hasOwnRecordings(run, state)) return [];
  return ['config.recordings: stored "project", and the commit has others'];
}

/** Tasks that templates made on seeds that are not the edition's stand in no lock: who runs the templates can tell. */
function isOfOtherWorlds({ config: { worldSeeds } }: Run, { seeds }: CommitSuite): boolean {
  return worldSeeds !== null && seeds !== undefined && worldSeeds.join() !== seeds.join();
}

/** Whether all of the suite was played is computed and not believed. */
function partContradictions(run: Run, suite: CommitSuite): string[] {
  const { complete, config, episodes, notRun } = run;
  if (!complete || config.shard || isOfOtherWorlds(run, suite)) return [];
  const tasks = suite.tasks ?? instanceIds(suite);
  const played = new Set(episodes.map(({ taskId }) => taskId));
  const left = tasks.filter((id) => !played.has(id));
  const said = notRun?.map(({ taskId }) => taskId).sort() ?? [];
  if (notRun && said.join() !== [...left].sort().join())
    return [`notRun: stored ${said.join(', ') || 'none'}; not played were ${left.join(', ') || 'none'}`];
  if (left.length > 0 && config.partial === undefined)
    return [`config.partial: nothing, and ${left.length} of ${tasks.length} tasks were not played`];
  if (left.length === 0 && config.partial)
    return [`config.partial: true, and all ${tasks.length} tasks were played`];
  return [];
}

function limitContradictions({ config: { limits, web } }: Run, suite: CommitSuite): string[] {
  const allowed = suite.limits[web];
  return (['maxSteps', 'maxDurationMs'] as const).flatMap((name) =>
    limits[name] > allowed[name]
      ? [`config.limits.${name}: stored ${limits[name]}, the suite allows ${allowed[name]}`]
      : [],
  );
}

function serverContradictions({ config: { server } }: Run, state: CommitState): string[] {
  const pinned = server.package === null ? null : state.versionOf(server.package);
  return pinned === null ? [] : differing('config.server.version', server.version, pinned);
}

function differing(field: string, found: unknown, wanted: unknown): string[] {
  return found === wanted ? [] : [`${field}: stored ${show(found)}, the commit has ${show(wanted)}`];
}
