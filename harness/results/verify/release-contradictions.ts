import { sha256 } from '../../platform/digest.ts';
import { installScriptsOf, type Lockfile, lockSha256 } from '../../servers/installs/lockfile.ts';
import { type Cost, isPassed } from '../records/parts/cost.ts';
import type { ChannelGroup, Exposure } from '../records/parts/exposure.ts';
import type { Honesty } from '../records/parts/honesty.ts';
import type { Install } from '../records/parts/install.ts';
import type { Reach } from '../records/parts/reach.ts';
import { measuredPart, type ReleaseRecord } from '../records/release-record.ts';

/** Contradictions within the record of a release, each with its field. */
export function releaseContradictions(record: ReleaseRecord): string[] {
  const { server } = record;
  const install = measuredPart(record, 'install');
  const tools = measuredPart(record, 'tools');
  const cost = measuredPart(record, 'cost');
  const capabilities = measuredPart(record, 'capabilities');
  const exposure = measuredPart(record, 'exposure');
  const honesty = measuredPart(record, 'honesty');
  const reach = measuredPart(record, 'reach');
  return [
    ...(install ? ofServer(install, server) : []),
    ...(tools
      ? same('parts.tools.list.tools', tools.list.tools, tools.tools.length, 'the listed tools')
      : []),
    ...(cost ? ofCost(cost) : []),
    ...twice(
      'parts.capabilities.cells',
      capabilities?.cells.map(({ capability }) => capability),
    ),
    ...(exposure ? ofExposure(exposure) : []),
    ...(honesty ? ofHonesty(honesty) : []),
    ...(reach ? ofReach(reach) : []),
  ];
}

/** Contradictions between a record and the lockfile that its release was installed from. */
export function lockContradictions(install: Install, lock: Lockfile, lockFile: string): string[] {
  const entry = lock.packages[`node_modules/${install.package}`];
  const places = Object.keys(lock.packages).filter((place) => place !== '');
  const scripts = installScriptsOf(lock).join(', ');
  return [
    ...same('parts.install.lockSha256', install.lockSha256, lockSha256(lock), `the digest of ${lockFile}`),
    ...same('parts.install.version', install.version, entry?.version ?? 'none', `as in ${lockFile}`),
    ...same('parts.install.packages', install.packages, places.length, `the packages of ${lockFile}`),
    ...same('parts.install.scripts', install.scripts.join(', '), scripts, `those of ${lockFile}`),
  ];
}

function same(field: string, found: string | number, wanted: string | number, why: string): string[] {
  const [is, must] = [found, wanted].map((each) => (each === '' ? 'none' : each));
  return found === wanted ? [] : [`${field}: must be ${must}, ${why}; found ${is}`];
}

/** A cell that is there twice would be shown once. */
function twice(field: string, ids: readonly string[] = []): string[] {
  const all = new Set(ids.filter((id, at) => ids.indexOf(id) !== at));
  return [...all].map((id) => `${field}: must have one cell of each; found two of ${id}`);
}

function ofServer(install: Install, server: ReleaseRecord['server']): string[] {
  return [
    ...same('parts.install.package', install.package, server.package ?? 'none', 'as in server.package'),
    ...same('parts.install.version', install.version, server.version, 'as in server.version'),
  ];
}

function ofCost({ suites }: Cost): string[] {
  return suites.flatMap(({ suite, passed, total, tasks, cannot }) => [
    ...same(
      `parts.cost.suites: ${suite}: passed`,
      passed,
      tasks.filter((task) => task.passed).length,
      'its passed tasks',
    ),
    ...tasks.flatMap(({ taskId, passed: found, plays, passes }) =>
      plays === undefined || passes === undefined
        ? []
        : same(
            `parts.cost.suites: ${suite}: ${taskId}: passed`,
            `${found}`,
            `${passes <= plays && isPassed(passes, plays)}`,
            `from ${passes} of ${plays} plays`,
          ),
    ),
    ...same(`parts.cost.suites: ${suite}: total`, total, tasks.length + cannot.length, 'all its tasks'),
    ...twice(
      `parts.cost.suites: ${suite}`,
      [...tasks, ...cannot].map(({ taskId }) => taskId),
    ),
  ]);
}

function ofExposure(exposure: Exposure): string[] {
  const { channels, tools, usual, missed } = exposure;
  if (usual !== null && tools[usual] === undefined)
    return [`parts.exposure.usual: must be a place in tools, which has ${tools.length}; found ${usual}`];
  const [byUsual, byAny] = [tools[usual ?? -1]?.found ?? [], tools.flatMap(({ found }) => found)];
  const counted = (group: ChannelGroup) => {
    const ids = channels.filter((channel) => channel.group === group).map(({ id }) => id);
    const reached = (by: readonly string[]) => ids.filter((id) => by.includes(id)).length;
    return { usual: reached(byUsual), any: reached(byAny), of: ids.length };
  };
  const seen = counted('seen');
  const sums = [
    ...(['names', 'invisible', 'source'] as const).map(
      (group) => [group, exposure[group], counted(group)] as const,
    ),
    ['missed', missed, { usual: seen.of - seen.usual, any: seen.of - seen.any, of: seen.of }] as const,
  ];
  return [
    ...twice(
      'parts.exposure.channels',
      channels.map(({ id }) => id),
    ),
    ...sums.flatMap(([name, found, wanted]) =>
      (['usual', 'any', 'of'] as const).flatMap((field) =>
        same(`parts.exposure.${name}.${field}`, found[field], wanted[field], 'as in channels and tools'),
      ),
    ),
  ];
}

function ofHonesty({ cells }: Honesty): string[] {
  const plays = cells.flatMap(({ trap, play }) => (play ? [{ trap, play }] : []));
  const texts = plays.flatMap(({ trap, play }) =>
    (['call', 'answer', 'state'] as const).map((name) => ({ at: `${trap}: ${name}`, ...play[name] })),
  );
  // All are cut at one length, so a shorter one is whole.
  const longest = Math.max(0, ...texts.map(({ text }) => text.length));
  return [
    ...twice(
      'parts.honesty.cells',
      cells.map(({ trap }) => trap),
    ),
    ...cells
      .filter(({ verdict, play }) => (verdict === 'not-asked') !== (play === null))
      .map(
        ({ trap, verdict }) =>
          `parts.honesty.cells: ${trap}: must have a play unless its verdict is not-asked; found ${verdict}`,
      ),
    ...plays.flatMap(({ trap, play }) => {
      const verdict = cells.find((cell) => cell.trap === trap)?.verdict ?? '';
      return same(`parts.honesty.cells: ${trap}: play.verdict`, play.verdict, verdict, 'that of its cell');
    }),
    ...texts
      .filter(({ text }) => text.length < longest)
      .flatMap(({ at, text, sha256: found }) =>
        same(`parts.honesty.cells: ${at}: sha256`, found, sha256(text), 'the digest of the text'),
      ),
  ];
}

function ofReach({ targets, roads, cells }: Reach): string[] {
  const known = { road: roads.map(({ id }) => id), target: targets.map(({ id }) => id) };
  const unknown = cells.flatMap((cell) =>
    (['road', 'target'] as const)
      .filter((side) => !known[side].includes(cell[side]))
      .map(
        (side) => `parts.reach.cells: ${side}: must be one of ${known[side].join(', ')}; found ${cell[side]}`,
      ),
  );
  return [
    ...unknown,
    ...twice(
      'parts.reach.cells',
      cells.map(({ road, target }) => `${road} to ${target}`),
    ),
    ...cells.flatMap(({ road, target, answer }) =>
      answer && !answer.text.endsWith('…')
        ? same(
            `parts.reach.cells: ${road} to ${target}: answer.sha256`,
            answer.sha256,
            sha256(answer.text),
            'the digest of the text',
          )
        : [],
    ),
  ];
}
