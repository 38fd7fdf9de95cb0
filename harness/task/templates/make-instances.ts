import { UserError } from '../../platform/errors/user-error.ts';
import type { Project } from '../../platform/project.ts';
import { type FixtureSites, readFixtureSites } from '../../web/fixture-sites.ts';
import { randomOf } from '../../web/random-of.ts';
import { promptSha256, taskSha256 } from '../given.ts';
import { instanceIds } from '../instances-file.ts';
import type { TaskFile } from '../read-tasks.ts';
import type { Suite } from '../suite.ts';
import { type LockedInstance, Task } from '../task.ts';
import { taskCaps } from '../task-caps.ts';
import { stateMistakes, validateContract } from '../validate-contract.ts';
import { ReferenceSolution } from '../walkthroughs/walkthrough.ts';
import { openWorld } from './open-world.ts';
import { findTemplate, findTemplates } from './read-templates.ts';
import { type AnyTemplate, type DrawnFrom, isDrill, type Level, startUrlOf } from './template.ts';

/** Makes instances. Caches the fixture sites and each world. */
export type InstanceMaker = {
  /** In the order of the templates, then of the seeds. Throws `UserError`. */
  make(templateIds: readonly string[], seeds: readonly number[]): Promise<Instance[]>;
  /** Null if no template has the id. */
  byId(taskId: string): Promise<Instance | null>;
  /** The oracle's solution of an instance; null if no template has the id. */
  walkthroughOf(taskId: string): Promise<ReferenceSolution | null>;
  fixtureSites(): Promise<FixtureSites>;
};

/** Opens the pages of the suite in a folder with a seed. Wings below the browser do without it. */
export type OpenPages = (suiteFolder: string, seed: number) => Promise<DrawnFrom['opened']>;

/** The places of templates and of the sites that they draw from. */
type Places = Pick<Project, 'suites' | 'webRoots'>;

export function instanceMaker(
  { suites, webRoots }: Places,
  openPages: OpenPages = () => Promise.reject(new Error('no browser opens the pages')),
): InstanceMaker {
  let read: Promise<FixtureSites> | undefined;
  const worlds = new Map<number, DrawnFrom>();
  const fixtureSites = () => {
    read ??= readFixtureSites(webRoots);
    return read;
  };
  const worldOf = async (seed: number) => {
    const standing = worlds.get(seed) ?? openWorld(await fixtureSites(), seed).begun;
    worlds.set(seed, standing);
    return standing;
  };
  const make: InstanceMaker['make'] = async (templateIds, seeds) => {
    const found = await findTemplates(suites, templateIds);
    const begun = await Promise.all(seeds.map(worldOf));
    const made = await Promise.all(
      found.map(async ({ template, suiteFolder }) => {
        if (!isDrill(template) || !template.opens) return begun.map((world) => makeInstance(template, world));
        const worlds = begun.map(async (world) => ({
          ...world,
          opened: await openPages(suiteFolder, world.seed),
        }));
        return (await Promise.all(worlds)).map((world) => makeInstance(template, world));
      }),
    );
    return made.flat();
  };
  const byId: InstanceMaker['byId'] = async (taskId) => {
    const [, id = '', seed] = /^(.+)-s(\d+)$/.exec(taskId) ?? [];
    if (seed === undefined || (await findTemplate(suites, id)) === null) return null;
    const [instance = null] = await make([id], [Number(seed)]);
    return instance;
  };
  return {
    make,
    byId,
    fixtureSites,
    walkthroughOf: async (taskId) => {
      const instance = await byId(taskId);
      const [first] = instance ? instance.template.walkthroughs(instance.drawn) : [];
      return first ? ReferenceSolution.parse(first) : null;
    },
  };
}

/** The instances of a suite with its own seeds, or its sample, for its lock file; or with the given seeds. */
export async function suiteInstances(
  maker: InstanceMaker,
  suite: Suite,
  seeds: readonly number[] | null = null,
): Promise<LockedInstance[]> {
  const made = await maker.make(suite.templates ?? [], seeds ?? suite.seeds ?? []);
  const wanted = seeds === null ? new Set(instanceIds(suite)) : null;
  return made.filter(({ task }) => wanted?.has(task.id) ?? true).map((instance) => lockedOf(instance, suite));
}

function lockedOf({ template, seed, task }: Instance, { limits }: Suite): LockedInstance {
  return {
    id: task.id,
    templateId: template.id,
    seed,
    level: template.level,
    capabilities: [...template.capabilities],
    sites: [...template.sites],
    taskSha256: taskSha256(task),
    promptSha256: promptSha256(task, limits.hermetic, null),
    task,
  };
}

/** In the form in which `readSuites` returns the tasks of a lock file. */
export function taskFilesOf(suite: string, instances: readonly LockedInstance[]): TaskFile[] {
  return instances.map((instance) => {
    const { id, task, taskSha256: sha256 } = instance;
    return { file: id, suite, task, why: '', taskSha256: sha256, instance };
  });
}

/** The task of an instance by its id; null if no template has that id. */
export function makeTaskOf(places: Places): (taskId: string) => Promise<Task | null> {
  const maker = instanceMaker(places);
  return async (taskId) => (await maker.byId(taskId))?.task ?? null;
}

/** A task that a template made for one seed. */
export type Instance = {
  template: AnyTemplate;
  seed: number;
  drawn: unknown;
  task: Task;
};

/** Limits of steps and time, if no edition sets others. */
const limitsOf: Record<Level, { maxSteps: number; maxDurationMs: number }> = {
  1: { maxSteps: 20, maxDurationMs: 120_000 },
  2: { maxSteps: 30, maxDurationMs: 180_000 },
  3: { maxSteps: 50, maxDurationMs: 300_000 },
  4: { maxSteps: 60, maxDurationMs: 360_000 },
};

/** Throws `UserError` with template and seed if the made task is invalid. */
export function makeInstance(template: AnyTemplate, begun: DrawnFrom): Instance {
  const { seed } = begun;
  const id = `${template.id}-s${seed}`;
  const drawn = template.draw(begun, randomOf(seed, `template ${template.id}`));
  const success = template.contract(drawn);
  const { maxSteps, maxDurationMs } = limitsOf[template.level];
  const fields = {
    id,
    templateId: template.id,
    title: template.title,
    goal: template.goal(drawn),
    startUrl: startUrlOf(template),
    judge: 'end',
    verify: 'state',
    seed,
    maxSteps: Math.min(maxSteps, taskCaps.maxSteps),
    maxDurationMs: Math.min(maxDurationMs, taskCaps.maxDurationMs),
    tags: [...template.capabilities, `level ${template.level}`],
    ...(template.files && { files: template.files(drawn) }),
    success,
  };
  const mistakes = [...validateContract(success, { checkPattern: () => null }), ...stateMistakes(fields)].map(
    ({ path, message }) => `${id}: ${path}: ${message}`,
  );
  if (mistakes.length > 0) throw new UserError(mistakes.join('\n'));
  return { template, seed, drawn, task: Task.parse(fields) };
}
