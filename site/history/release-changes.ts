/** How each measured release differs from the one before it: the same differences as `servers diff`. */
import { clip, count, fixed } from '../../harness/platform/words/format.ts';
import {
  compareReleases,
  type ReleaseChanges,
} from '../../harness/results/records/changes/compare-releases.ts';
import { partChanges } from '../../harness/results/records/changes/index.ts';
import type { Pair } from '../../harness/results/records/changes/part-change.ts';
import { ownId } from '../../harness/results/records/custom-id.ts';
import type { PartId } from '../../harness/results/records/parts/index.ts';
import type { ReleasedServer, ReleaseRecord } from '../../harness/results/records/release-record.ts';
import { partsOf, type ReleasePage } from './release-pages.ts';

export type ReleaseChange = {
  /** The newest earlier release of the server, or of the variant, that can be compared; null without one. */
  before: (ReleasePage & { record: ReleaseRecord }) | null;
  /** Earlier releases that were left out, newest first. */
  skipped: { version: string; why: string }[];
  /** Null without an earlier release, or if this release cannot be compared. */
  changes: ReleaseChanges | null;
};

/** By the path of its page. A server and its variants are compared separately. */
export function releaseChangesOf(pages: readonly ReleasePage[]): Map<string, ReleaseChange> {
  const groups = Map.groupBy(pages, ({ id, variant }) => `${id}+${variant ?? ''}`);
  return new Map(
    [...groups.values()].flatMap((group) =>
      group.map((page, at): [string, ReleaseChange] => [page.path, changeOf(page, group.slice(at + 1))]),
    ),
  );
}

/** `earlier` is sorted, the newest first. */
function changeOf({ record }: ReleasePage, earlier: readonly ReleasePage[]): ReleaseChange {
  const at = earlier.findIndex((page) => whyLeftOut(page) === null);
  const before = earlier[at] ?? null;
  const skipped = earlier
    .slice(0, at === -1 ? earlier.length : at)
    .map((page) => ({ version: page.version, why: whyLeftOut(page) ?? '' }));
  if (before === null || before.record === null) return { before: null, skipped, changes: null };
  return {
    before: { ...before, record: before.record },
    skipped,
    changes: record === null || isBroken(record) ? null : compareReleases(before.record, record),
  };
}

/** Null for a release that can be compared. */
function whyLeftOut({ record }: ReleasePage): string | null {
  if (record === null) return 'its record has an earlier format';
  return isBroken(record) ? 'it is broken' : null;
}

/** Whether a part is broken and none was measured, except that it was installed. */
export function isBroken(record: ReleaseRecord): boolean {
  const parts = partsOf(record).flatMap(({ id, part }) => (id === 'install' || part === null ? [] : part));
  return parts.length > 0 && parts.every((part) => 'broken' in part);
}

/** The arguments of `servers diff` that print the differences. */
export function diffWords({ from, to }: Pair<Pick<ReleasedServer, 'id' | 'variant' | 'version'>>): string {
  const [one, other] = [from, to].map(({ variant, version }) =>
    variant === null ? version : `+${variant}@${version}`,
  );
  return `servers diff ${ownId(from.id)} ${one} ${other}`;
}

/** The parts with differences in the order of the report, each line cut to what a page has room for. */
export function shownChanges(
  { parts }: ReleaseChanges,
  most: { lines: number; characters: number },
): { parts: { id: PartId; lines: string[] }[]; left: number } {
  let room = most.lines;
  const all = (Object.keys(partChanges) as PartId[]).flatMap((id) => {
    const part = parts[id];
    return part.compared && !part.equal ? [{ id, lines: part.lines }] : [];
  });
  const shown = all.map(({ id, lines }) => {
    const kept = lines.slice(0, room).map((line) => clip(line, most.characters));
    room -= kept.length;
    return { id, lines: kept };
  });
  const total = all.reduce((sum, { lines }) => sum + lines.length, 0);
  return {
    parts: shown.filter(({ lines }) => lines.length > 0),
    left: total - (most.lines - room),
  };
}

/** The parts that are equal, and those that are not compared, each with the reason. */
export function otherParts({ parts }: ReleaseChanges): {
  equal: PartId[];
  notCompared: { why: string; ids: PartId[] }[];
} {
  const ids = Object.keys(partChanges) as PartId[];
  const reasons = ids.flatMap((id) => {
    const part = parts[id];
    return part.compared ? [] : [{ id, why: part.why }];
  });
  return {
    equal: ids.filter((id) => {
      const part = parts[id];
      return part.compared && part.equal;
    }),
    notCompared: [...Map.groupBy(reasons, ({ why }) => why)].map(([why, of]) => ({
      why,
      ids: of.map(({ id }) => id),
    })),
  };
}

/** Each kind of change in a few words: first what breaks callers or is worse. A single entry if nothing differs. */
export function changeWords(changes: ReleaseChanges, suiteName: (id: string) => string): string[] {
  const { tools, cost, capabilities, honesty, exposure, reach } = changes.parts;
  const suites = cost.compared ? cost.change.suites : [];
  const turned = capabilities.compared ? capabilities.change : { lost: [], won: [] };
  const traps = honesty.compared ? honesty.change : { worse: [], better: [], other: [] };
  const texts = exposure.compared ? exposure.change : { shown: { any: [] }, hidden: { any: [] } };
  const skills = (number: number) => count(number, 'capability', 'capabilities');
  const found = [
    ...(tools.compared ? toolWords(tools.change) : []),
    ...suites.flatMap(({ suite, lost }) =>
      counted(lost, (number) => `${count(number, 'task')} lost (${suiteName(suite)})`),
    ),
    ...counted(turned.lost, (number) => `${skills(number)} lost`),
    ...counted(traps.worse, (number) => `${count(number, 'trap')} worse`),
    ...suites.flatMap(({ suite, won }) =>
      counted(won, (number) => `${count(number, 'task')} won (${suiteName(suite)})`),
    ),
    ...counted(turned.won, (number) => `${skills(number)} won`),
    ...counted(traps.better, (number) => `${count(number, 'trap')} better`),
    ...counted(traps.other, (number) => `${count(number, 'trap')} with another verdict`),
    ...(tools.compared ? share('tool list', tools.change.tokens) : []),
    ...suites.flatMap(({ suite, means }) =>
      means ? share(`tokens per task (${suiteName(suite)})`, means.once) : [],
    ),
    ...counted(texts.shown.any, (number) => `${count(number, 'hidden text')} more`),
    ...counted(texts.hidden.any, (number) => `${count(number, 'hidden text')} fewer`),
    ...(reach.compared
      ? counted(
          reach.change.turned,
          (number) => `${count(number, 'address', 'addresses')} with another verdict`,
        )
      : []),
  ];
  if (found.length > 0) return found;
  const parts = Object.values(changes.parts);
  if (parts.every(({ compared }) => !compared)) return ['no part is comparable'];
  return [changes.equal ? 'no difference' : 'small differences only'];
}

type ToolsChange = Extract<ReleaseChanges['parts']['tools'], { compared: true }>['change'];

function toolWords({ required, gone, new: fresh, renamed }: ToolsChange): string[] {
  const named = required.map(({ tool, argument }) => `${argument} of ${tool}`);
  return [
    ...counted(named, (number) =>
      number > 2 ? `${number} arguments newly required` : `newly required: ${named.join(', ')}`,
    ),
    ...counted(gone, (number) => `${count(number, 'tool')} gone`),
    ...counted(fresh, (number) => `${count(number, 'new tool')}`),
    ...counted(renamed, (number) => `${count(number, 'tool')} probably renamed`),
  ];
}

/** `tool list +10.0 %`; nothing if the rounded share is 0. */
function share(name: string, { from, to }: Pair<number>): string[] {
  if (from === 0) return [];
  const change = fixed(Math.abs(to / from - 1) * 100, 1);
  return change === '0.0' ? [] : [`${name} ${to < from ? '−' : '+'}${change} %`];
}

function counted(of: readonly unknown[], words: (number: number) => string): string[] {
  return of.length === 0 ? [] : [words(of.length)];
}
