import { align } from '../../platform/words/columns.ts';
import { makePlan } from '../../run/make-plan.ts';
import { quietOptions } from '../../run/plan.ts';
import type { PlanOptions } from '../../run/plan-options.ts';
import { playPlan } from '../../run/play-plan.ts';
import { matchInTime } from '../../task/match-in-time.ts';
import type { Suite } from '../../task/suite.ts';
import { type Instance, instanceMaker } from '../../task/templates/make-instances.ts';
import { type AnyTemplate, isDrill, type RawStep } from '../../task/templates/template.ts';
import { ReferenceSolution } from '../../task/walkthroughs/walkthrough.ts';
import type { EpisodePool } from './episode-pool.ts';
import { reportOf } from './instance-report.ts';

type TemplateAudit = Pick<PlanOptions, 'project' | 'server' | 'taskIds' | 'workers' | 'out'> & {
  suite: Suite;
};

type Circumstances = {
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  log: (line: string) => void;
  pool: EpisodePool;
};

export type TemplateTable = {
  instances: readonly InstanceCounts[];
  lines: readonly string[];
  /** Unexpected results. */
  wrong: readonly string[];
};

/** Results of one instance beside its controls. */
type InstanceCounts = {
  id: string;
  otherWays: { played: number; passed: number };
  nearMisses: { played: number; passed: number };
  madeMisses: { made: number; passed: number; kinds: number };
};

/** Solution paths of instances, by instance id. */
type Ways = ReadonlyMap<string, readonly RawStep[]>;

/**
 * Both kinds of wrong verdicts, one line for each template of a suite. Other correct solutions are played and must pass; near
 * misses, played and constructed, must fail. On the first seed of the suite, or on the named instances.
 */
export async function templateTable(
  { suite, ...options }: TemplateAudit,
  circumstances: Circumstances,
): Promise<TemplateTable> {
  const maker = instanceMaker(options.project);
  const made = await maker.make(suite.templates ?? [], suite.seeds ?? []);
  const instances = made.filter(({ task, seed }) =>
    options.taskIds.length > 0 ? options.taskIds.includes(task.id) : seed === suite.seeds?.[0],
  );
  const fixtureSites = await maker.fixtureSites();
  const reports = new Map<string, Awaited<ReturnType<typeof reportOf>>>();
  for (const instance of instances.filter(({ template }) => !isDrill(template)))
    reports.set(instance.task.id, await reportOf(instance, { fixtureSites, match: matchInTime }));

  const wrong = [...reports.values()].flatMap(({ faults }) => faults);
  const play = async (of: (instance: Instance) => (readonly RawStep[])[], wanted: 'passed' | 'failed') => {
    const most = Math.max(0, ...instances.map((instance) => of(instance).length));
    const rounds = Array.from({ length: most }, async (_, nth) => {
      const ways: Ways = new Map(
        instances.flatMap((instance) => {
          const way = of(instance)[nth];
          return way ? [[instance.task.id, way] as const] : [];
        }),
      );
      const name = `${wanted === 'passed' ? 'another solution' : 'near miss'} ${nth + 1}`;
      circumstances.pool.expect(ways.size);
      const ends = await playWays(ways, { suite, ...options }, `${wanted}-${nth + 1}`, circumstances);
      circumstances.log(`${name}: ${ways.size} played`);
      return { name, ends };
    });
    const came = new Map<string, string[]>();
    for (const { name, ends } of await Promise.all(rounds))
      for (const [id, status] of ends) {
        came.set(id, [...(came.get(id) ?? []), status]);
        if (status !== wanted) wrong.push(`${id}: ${name} got ${status}; expected ${wanted}`);
      }
    return came;
  };
  const [accepted, refused] = await Promise.all([
    play(({ template, drawn }) => [...template.walkthroughs(drawn).slice(1)], 'passed'),
    play(({ template, drawn }) => [...wrongWaysOf(template, drawn)], 'failed'),
  ]);
  const found = instances.map(({ task: { id } }): InstanceCounts => {
    const { misses = [] } = reports.get(id) ?? {};
    const [ways, played] = [accepted.get(id) ?? [], refused.get(id) ?? []];
    return {
      id,
      otherWays: { played: ways.length, passed: countOf(ways, 'passed') },
      nearMisses: { played: played.length, passed: countOf(played, 'passed') },
      madeMisses: {
        made: misses.length,
        passed: misses.filter(({ failed }) => !failed).length,
        kinds: new Set(misses.map(({ kind }) => kind)).size,
      },
    };
  });
  const rows = found.map(({ id, otherWays, nearMisses, madeMisses }) => [
    id,
    `${otherWays.passed} of ${otherWays.played}`,
    `${countOf(refused.get(id) ?? [], 'failed')} of ${nearMisses.played}`,
    `${madeMisses.made - madeMisses.passed} of ${madeMisses.made}`,
    String(madeMisses.kinds),
  ]);
  const head = [
    'instance',
    'other solutions passed',
    'played misses failed',
    'made misses failed',
    'kinds of miss',
  ];
  return { instances: found, lines: align([head, ...rows]), wrong };
}

const countOf = (statuses: readonly string[], wanted: string) =>
  statuses.filter((status) => status === wanted).length;

function wrongWaysOf(template: AnyTemplate, drawn: unknown): readonly (readonly RawStep[])[] {
  if (isDrill(template)) return template.wrongWays(drawn);
  return template.nearMisses(drawn).map(({ walkthrough }) => walkthrough);
}

async function playWays(
  ways: Ways,
  { suite, project, server, workers, out }: TemplateAudit,
  name: string,
  { env, signal, pool }: Circumstances,
): Promise<[string, string][]> {
  const options: PlanOptions = {
    ...quietOptions(project),
    suites: [suite.id],
    taskIds: [...ways.keys()],
    server,
    workers,
    adapter: 'oracle',
    allowMissing: true,
    out: `${out}/${name}`,
    walkthroughOf: async (taskId) => ReferenceSolution.parse(ways.get(taskId) ?? []),
  };
  const plan = await makePlan(options, env);
  const { runs } = await playPlan(plan, { signal, commandLine: `audit ${name}`, slot: pool.slot });
  return runs.flatMap(({ episodes }) =>
    episodes.map(({ taskId, status }): [string, string] => [taskId, status]),
  );
}
