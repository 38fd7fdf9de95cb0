/** Parts of a board that were measured with another release than the newest one, or with other pages than the last. */
import type { CapabilitiesRecord } from '../../harness/results/records/capabilities-record.ts';
import type { ChannelsRecord } from '../../harness/results/records/channels-record.ts';
import type { PartId } from '../../harness/results/records/parts/index.ts';
import { measuredPart, type ReleaseRecord } from '../../harness/results/records/release-record.ts';
import type { ServersRecord } from '../../harness/results/records/servers-record.ts';

/** `format`: a record of v1 does not name an edition that could be compared. */
export type Earlier = {
  /** The older release that was measured; null for the newest one. */
  release: string | null;
  edition: 'edition' | 'format' | null;
};

type Shown = { server: { id: string; version: string }; at: string };

/** By the id of its server, in what way a part is earlier than the others. */
export type EarlierParts = ReadonlyMap<string, Earlier>;

/** The pages of capabilities have a digest in records of both versions. */
export function earlierCapabilities(
  records: readonly CapabilitiesRecord[],
  newest: ReadonlyMap<string, string>,
): EarlierParts {
  return earlierParts(
    records,
    newest,
    ({ suite }) => `${suite.edition} ${suite.webSha256}`,
    () => 'edition',
  );
}

/** The digest of v1 covers less than that of v2. */
export function earlierChannels(
  records: readonly ChannelsRecord[],
  newest: ReadonlyMap<string, string>,
  releases: readonly ReleaseRecord[],
): EarlierParts {
  return byPart(records, newest, editionIn(releases, 'exposure'), ({ pagesSha256 }) => `v1 ${pagesSha256}`);
}

export function earlierCosts(
  records: readonly ServersRecord[],
  newest: ReadonlyMap<string, string>,
  releases: readonly ReleaseRecord[],
): EarlierParts {
  return byPart(records, newest, editionIn(releases, 'cost'), () => 'v1');
}

function byPart<Part extends Shown>(
  parts: readonly Part[],
  newest: ReadonlyMap<string, string>,
  editionOf: (part: Shown) => string | null,
  ofV1: (part: Part) => string,
): EarlierParts {
  const edition = (part: Part) => editionOf(part) ?? ofV1(part);
  const way = (part: Part) => (editionOf(part) === null ? 'format' : 'edition');
  return earlierParts(parts, newest, edition, way);
}

/** The digest of the pages of a part; null without a record of v2 that has the part. */
function editionIn(releases: readonly ReleaseRecord[], part: PartId) {
  return ({ server: { id, version } }: Shown): string | null => {
    const found = releases.find(
      ({ server }) => server.id === id && server.version === version && server.variant === null,
    );
    return (found && measuredPart(found, part)?.editionSha256) ?? null;
  };
}

function earlierParts<Part extends Shown>(
  parts: readonly Part[],
  newest: ReadonlyMap<string, string>,
  editionOf: (part: Part) => string,
  wayOf: (part: Part) => 'edition' | 'format',
): EarlierParts {
  const last = parts.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))[0];
  return new Map(
    parts.map((part) => [
      part.server.id,
      {
        release: newest.get(part.server.id) === part.server.version ? null : part.server.version,
        edition: last === undefined || editionOf(part) === editionOf(last) ? null : wayOf(part),
      },
    ]),
  );
}

/** The marks of a part. A column has its version in its head, so it need not name it again. */
export function earlierWords(earlier: Earlier | null | undefined, isColumn = false): string[] {
  if (!earlier) return [];
  const { release, edition } = earlier;
  return [
    ...(release === null ? [] : [isColumn ? 'older release' : `release ${release}`]),
    ...(edition === null ? [] : [`earlier ${edition}`]),
  ];
}

/** What the marks of a page mean, one sentence for each kind that it has. */
export function earlierSentences(all: readonly (Earlier | null | undefined)[]): string[] {
  const has = (test: (earlier: Earlier) => boolean) => all.some((each) => each && test(each));
  return [
    ...(has(({ release }) => release !== null)
      ? ['An older release is shown if this part of the newest release was not measured.']
      : []),
    ...(has(({ edition }) => edition === 'edition')
      ? [
          'Numbers of an earlier edition were measured with earlier pages, so do not compare them with the others.',
        ]
      : []),
    ...(has(({ edition }) => edition === 'format')
      ? ['A record of an earlier format does not say with which edition of the pages it was measured.']
      : []),
  ];
}
