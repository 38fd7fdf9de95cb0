import type { Project } from '../../platform/project.ts';
import { readStandIns, type StandIns } from '../../web/stand-ins.ts';
import { promptSha256, taskSha256 } from '../given.ts';
import { instanceIds } from '../instances-file.ts';
import type { LockedInstance } from '../locked-instance.ts';
import type { TaskFile } from '../read-tasks.ts';
import type { Suite } from '../suite.ts';
import type { Task } from '../task.ts';
import { Walkthrough } from '../walkthroughs/walkthrough.ts';
import { type Instance, makeInstance } from './instance.ts';
import { openWorld } from './open-world.ts';
import { findTemplate, readTemplates } from './read-templates.ts';
import type { DrawnFrom } from './template.ts';

/** Makes instances; what is read and each world that is drawn from is kept for the next one. */
export type InstanceMaker = {
  /** In the order of the templates, then of the seeds. Throws `UserError`. */
  make(templateIds: readonly string[], seeds: readonly number[]): Promise<Instance[]>;
  /** Null for an id that is of no template. */
  byId(taskId: string): Promise<Instance | null>;
  /** How the oracle does an instance; null for an id that is of no template. */
  walkthroughOf(taskId: string): Promise<Walkthrough | null>;
  standIns(): Promise<StandIns>;
};

/** Where templates and the sites that they draw from lie. */
type Places = Pick<Project, 'suites' | 'webRoots'>;

export function instanceMaker({ suites, webRoots }: Places): InstanceMaker {
  let read: Promise<StandIns> | undefined;
  const worlds = new Map<number, DrawnFrom>();
  const standIns = () => {
    read ??= readStandIns(webRoots);
    return read;
  };
  const worldOf = async (seed: number) => {
    const standing = worlds.get(seed) ?? openWorld(await standIns(), seed).begun;
    worlds.set(seed, standing);
    return standing;
  };
  const make: InstanceMaker['make'] = async (templateIds, seeds) => {
    const templates = await readTemplates(suites, templateIds);
    const begun = await Promise.all(seeds.map(worldOf));
    return templates.flatMap((template) => begun.map((world) => makeInstance(template, world)));
  };
  const byId: InstanceMaker['byId'] = async (taskId) => {
    const [, id = '', seed] = /^(.+)-s(\d+)$/.exec(taskId) ?? [];
    if (seed === undefined || !findTemplate(suites, id)) return null;
    const [instance = null] = await make([id], [Number(seed)]);
    return instance;
  };
  return {
    make,
    byId,
    standIns,
    walkthroughOf: async (taskId) => {
      const instance = await byId(taskId);
      const [first] = instance ? instance.template.walkthroughs(instance.drawn) : [];
      return first ? Walkthrough.parse(first) : null;
    },
  };
}

/** The instances of a suite on its own seeds, or its sample, as its lock is to have them; on others where they are given. */
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

/** As `readSuites` hands out those of a lock. */
export function taskFilesOf(suite: string, instances: readonly LockedInstance[]): TaskFile[] {
  return instances.map((instance) => {
    const { id, task, taskSha256: sha256 } = instance;
    return { file: id, suite, task, why: '', taskSha256: sha256, instance };
  });
}

/** The task of an instance by its id; null where no template is of that id. */
export function makeTaskOf(places: Places): (taskId: string) => Promise<Task | null> {
  const maker = instanceMaker(places);
  return async (taskId) => (await maker.byId(taskId))?.task ?? null;
}
