import { typedAs } from '../../../platform/words/command-line.ts';
import { measureWords } from '../measure-words.ts';
import type { PartId } from '../parts/index.ts';
import { type ReleasedServer, type ReleaseRecord, releaseName } from '../release-record.ts';
import { type ChangeOf, partChanges } from './index.ts';
import type { Pair, PartChange } from './part-change.ts';

type Compared<Id extends PartId> =
  | { compared: true; equal: boolean; change: ChangeOf<Id>; lines: string[] }
  | {
      compared: false;
      why: string;
      /** Which of both must be measured, so that the part can be compared. */
      toMeasure: ('from' | 'to')[];
    };

/** How two measured releases differ, part by part. */
export type ReleaseChanges = {
  from: ReleasedServer;
  to: ReleasedServer;
  /** Whether no compared part differs. */
  equal: boolean;
  parts: { [Id in PartId]: Compared<Id> };
};

export function compareReleases(from: ReleaseRecord, to: ReleaseRecord): ReleaseChanges {
  const ids = Object.keys(partChanges) as PartId[];
  const compared = ids.map((id) => [id, comparePart(id, { from, to })] as const);
  return {
    from: from.server,
    to: to.server,
    equal: compared.every(([, part]) => !part.compared || part.equal),
    // Each by its own id.
    parts: Object.fromEntries(compared) as ReleaseChanges['parts'],
  };
}

function comparePart(id: PartId, records: Pair<ReleaseRecord>): Compared<PartId> {
  const sides = ['from', 'to'] as const;
  const [before, after] = [records.from.parts[id], records.to.parts[id]];
  if (before === null || after === null || 'broken' in before || 'broken' in after) {
    const lacks = sides.filter((side) => records[side].parts[id] === null);
    const why = sides.flatMap((side) => whyMissing(id, records[side]));
    return { compared: false, why: why.join('; '), toMeasure: lacks };
  }
  if (before.editionSha256 !== after.editionSha256)
    return {
      compared: false,
      why: 'two editions of pages and exercises, which are never compared',
      toMeasure: [before.at < after.at ? 'from' : 'to'],
    };
  // The same id of all three.
  const { compare, lines } = partChanges[id] as PartChange<object, unknown>;
  const change = compare(before, after);
  const found = lines(change);
  return { compared: true, equal: found.length === 0, change: change as ChangeOf<PartId>, lines: found };
}

function whyMissing(id: PartId, { server, parts }: ReleaseRecord): string[] {
  const part = parts[id];
  if (part === null) return [`not measured of ${releaseName(server)}`];
  return 'broken' in part ? [`broken in ${releaseName(server)}: ${part.broken}`] : [];
}

/** The report as text: each part with its differences, the parts that are not compared, and the equal ones. */
export function changeLines(changes: ReleaseChanges): string[] {
  const { from, to } = changes;
  const parts = (Object.keys(partChanges) as PartId[]).map((id) => ({ id, part: changes.parts[id] }));
  const left = parts.flatMap(({ id, part }) => (part.compared ? [] : [{ id, ...part }]));
  const equal = parts.flatMap(({ id, part }) => (part.compared && part.equal ? id : []));
  const commands = (['from', 'to'] as const).flatMap((side) => {
    const ids = left.filter(({ toMeasure }) => toMeasure.includes(side)).map(({ id }) => id);
    const words = measureWords(changes[side], null);
    return ids.length === 0 ? [] : [`  to measure: ${typedAs} ${words} --only ${ids.join(',')} --write`];
  });
  const reasons = [...Map.groupBy(left, ({ why }) => why)].map(
    ([why, of]) => `  ${of.map(({ id }) => id).join(', ')}: ${why}`,
  );
  return [
    `${releaseName(from)} -> ${releaseName(to)}`,
    ...parts.flatMap(({ id, part }) =>
      part.compared && !part.equal ? ['', `${id}:`, ...part.lines.map((line) => `  ${line}`)] : [],
    ),
    ...(left.length > 0 ? ['', 'not compared:', ...reasons, ...commands] : []),
    '',
    `equal: ${equal.join(', ') || 'no part'}`,
  ];
}
