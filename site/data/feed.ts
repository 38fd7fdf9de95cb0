import { digest } from '../../harness/platform/digest.ts';
import { clip, fixed, formatCount } from '../../harness/platform/words/format.ts';
import type { Stamp } from '../../harness/publish/board/data-file.ts';
import { shortSha, visible } from '../../harness/publish/board/format.ts';
import type { CommitSummary } from '../../harness/publish/board/read-site-history.ts';
import { score } from '../../harness/results/measures/score.ts';
import type { AuditRecord } from '../../harness/results/records/audit-record.ts';
import type { SkillRun } from '../../harness/results/records/skill-run.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import { evidenceWords, stepWords, type Trend } from '../charts/trends.ts';
import { attacks, shareOf } from '../evidence/audits.ts';
import { newestStart } from '../history/commits.ts';
import { changeWords, isBroken, type ReleaseChange } from '../history/release-changes.ts';
import { partsOf, partTitles, type ReleasePage } from '../history/release-pages.ts';
import { taskTokens } from '../history/servers.ts';
import { kindWords } from '../words/labels.ts';
import { escapeXml } from './text-response.ts';

export type FeedEntry = {
  /** Identifies the content, not the address that serves it. */
  id: string;
  title: string;
  /** ISO 8601 in UTC, to the millisecond. */
  updated: string;
  /** The page with the details. */
  path: `/${string}`;
  summary: string;
};

const commitsTold = 50;
const stepsTold = 50;
const recordsTold = 50;
const runsTold = 20;

type EntryHead = Pick<FeedEntry, 'id' | 'updated'>;
type GroupTrends = { group: StandingGroup; trends: readonly Trend[] };

/** Records besides runs, each of which is an entry. */
type Records = {
  /** By server and variant, newest first. */
  releases: readonly ReleasePage[];
  /** By the path of a release. */
  changes: ReadonlyMap<string, ReleaseChange>;
  audits: readonly AuditRecord[];
  skills: readonly { id: string; run: Pick<SkillRun, 'created_at' | 'run'> }[];
  /** The title of a suite on pages. */
  suiteName: (id: string) => string;
};
const noRecords: Records = {
  releases: [],
  changes: new Map(),
  audits: [],
  skills: [],
  suiteName: (id) => id,
};

/** The newest 50 commits, lasting changes of a score and records of any other kind, newest first. */
export function feedEntries(
  commits: readonly CommitSummary[],
  trends: readonly GroupTrends[],
  records: Records = noRecords,
): FeedEntry[] {
  const played = commits.flatMap((commit) => {
    const updated = newestStart(commit.runs);
    return updated === null ? [] : [{ ...commit, id: urnOf({ commit: commit.sha }), updated }];
  });
  return [
    ...played.sort(newestFirst).slice(0, commitsTold).map(commitEntry),
    ...trends.flatMap(stepEntries).sort(newestFirst).slice(0, stepsTold),
    ...recordEntries(records).sort(newestFirst).slice(0, recordsTold),
  ].sort(newestFirst);
}

function recordEntries({ releases, changes, audits, skills, suiteName }: Records): FeedEntry[] {
  return [
    ...releases.flatMap((page, at) =>
      releaseEntry(page, releases[at + 1], changes.get(page.path) ?? null, suiteName),
    ),
    ...audits.map(({ suite, server, sha, at, tasks }): FeedEntry => {
      const { found, of } = shareOf(tasks, attacks) ?? { found: 0, of: 0 };
      return {
        id: urnOf({ audit: suite, server: server.id, at }),
        title: line(
          `Audit of ${suite} on ${server.title} ${server.version}: ${of - found} of ${of} attacks passed`,
        ),
        updated: new Date(at).toISOString(),
        path: '/evidence/',
        summary: sha === null ? 'Played outside a checkout.' : `Played at commit ${shortSha(sha)}.`,
      };
    }),
    ...skills.map(
      ({ id, run }): FeedEntry => ({
        id: urnOf({ skills: id }),
        title: line(`Skills measured: ${run.run.metadata.model_label ?? id}`),
        updated: new Date(run.created_at).toISOString(),
        path: `/agents/skills/${id}/`,
        summary: line(run.run.metadata.environment_label ?? id),
      }),
    ),
  ];
}

/** A measured release with its changes in one line. It has no entry if the time of its measurement is unknown. */
function releaseEntry(
  page: ReleasePage,
  older: ReleasePage | undefined,
  change: ReleaseChange | null,
  suiteName: Records['suiteName'],
): FeedEntry[] {
  const { id, variant, version, title, path, record } = page;
  const at = firstTime(page);
  if (at === null) return [];
  const earlier = older && older.id === id && older.variant === variant ? older : null;
  const words = change?.changes ? changeWords(change.changes, suiteName) : null;
  const costs = words === null && earlier ? costChanges(page, earlier, suiteName) : [];
  const since = words === null ? (costs.length > 0 ? earlier : null) : (change?.before ?? null);
  const found = costs.length > 0 ? `tokens per task ${costs.join(', ')}` : 'measured';
  const news = record && isBroken(record) ? 'broken' : (words?.join('; ') ?? found);
  return [
    {
      id: urnOf({ server: id, version, ...(variant === null ? {} : { variant }) }),
      title: line(`${title} ${version}: ${news}`),
      updated: new Date(at).toISOString(),
      path,
      summary: line([...summaryOf(page), ...(since ? [`Compared with ${since.version}.`] : [])].join(' ')),
    },
  ];
}

/** A part that is measured again later makes no new release. */
function firstTime({ record, at }: ReleasePage): string | null {
  const times = partsOf(record).flatMap(({ part }) => (part && 'at' in part ? part.at : []));
  return times.toSorted()[0] ?? at;
}

/** Suite by suite, because suites are never pooled. Only of two records of v1: records of two formats are not compared. */
function costChanges(page: ReleasePage, earlier: ReleasePage, suiteName: Records['suiteName']): string[] {
  const [cost, before] = [page.cost, earlier.cost];
  if (!cost || !before || page.record || earlier.record) return [];
  return cost.suites.flatMap((suite, index) => {
    const old = before.suites[index];
    const [tokens, was] = [taskTokens(cost, suite), old ? taskTokens(before, old) : null];
    if (tokens === null || was === null) return [];
    const change = tokens / was - 1;
    return [`${change < 0 ? '−' : '+'}${fixed(Math.abs(change) * 100, 0)} % (${suiteName(suite.suite)})`];
  });
}

function summaryOf({ record, cost }: ReleasePage): string[] {
  const reasons = new Set(
    partsOf(record).flatMap(({ part }) => (part && 'broken' in part ? part.broken : [])),
  );
  const measured = partsOf(record).flatMap(({ id, part }) => (part && 'at' in part ? partTitles[id] : []));
  const { tasks = [], cannot = [], toolList } = cost?.cost ?? {};
  return [
    ...(toolList
      ? [
          `${tasks.filter((task) => task.passed).length} of ${tasks.length + cannot.length} tasks passed; tool list ${formatCount(toolList.tokens)} tokens.`,
        ]
      : measured.length > 0
        ? [`Measured: ${measured.join(', ')}.`]
        : []),
    ...[...reasons].map((why) => `Broken: ${why}.`),
  ];
}

/** A UUID of version 8 (RFC 9562), which leaves the rule to the application. */
function urnOf(told: Record<string, unknown>): string {
  const hex = digest({ 'contract-bench': 'feed', ...told });
  const variant = (8 + (Number.parseInt(hex.slice(16, 17), 16) % 4)).toString(16);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

function commitEntry({ id, updated, sha, subject, runs }: CommitSummary & EntryHead): FeedEntry {
  const told = runs.slice(0, runsTold).map(runLine);
  const rest = runs.length - told.length;
  return {
    id,
    title: line(`Results of ${shortSha(sha)}${subject === '' ? '' : `: ${subject}`}`),
    updated,
    path: `/runs/${sha}/`,
    summary: [...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'),
  };
}

function runLine({
  suite,
  kind,
  label,
  passed,
  errored,
  complete,
  dirty,
  rehearsal,
}: CommitSummary['runs'][number]): string {
  const flags = [
    ...(errored > 0 ? [`${errored} errored`] : []),
    ...(complete ? [] : ['incomplete']),
    ...(rehearsal ? ['a rehearsal'] : []),
    ...(dirty ? ['changed checkout'] : []),
  ];
  const found = [passed, kindWords(kind), ...flags];
  return line(`${suite}, ${label}: ${found.join(', ')}`);
}

function stepEntries({ group: { suite }, trends }: GroupTrends): FeedEntry[] {
  return trends.flatMap(({ standingId, label, steps }) => {
    let fell = false;
    return steps
      .filter(({ measure }) => measure === score.id)
      .map((step) => {
        const { direction, point } = step;
        const what = direction === 'fell' ? 'Regression' : fell ? 'Recovery' : 'Improvement';
        fell ||= direction === 'fell';
        return {
          id: urnOf({ step: point.sha, standing: standingId }),
          title: line(`${what} at ${shortSha(point.sha)}: ${suite}, ${label}`),
          updated: new Date(point.startedAt).toISOString(),
          path: `/runs/${point.sha}/` as const,
          summary: `The ${stepWords(step)}; ${evidenceWords(step)}.`,
        };
      });
  });
}

/** Bounded in length, with invisible characters escaped. */
function line(text: string): string {
  return clip(visible(clip(text, 300)).replaceAll('\n', ' '), 300);
}

/** `updated` has one format everywhere, so entries sort as text. */
function newestFirst(a: EntryHead, b: EntryHead): number {
  if (a.updated !== b.updated) return a.updated < b.updated ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

type AddressOf = (path: `/${string}`) => string;

/**
 * RFC 4287. Without a known host, links are relative to the feed and it has no link to itself. `updated` is that of the
 * newest entry; for an empty history, the clock of the build, or 1970 without one.
 */
export function atomFeed(
  entries: readonly FeedEntry[],
  absolute: AddressOf | null,
  { asOf, synthetic }: Stamp,
  title = 'contract-bench',
): string {
  const linkTo: AddressOf = absolute ?? ((path) => `.${path}`);
  const updated = entries[0]?.updated ?? asOf ?? new Date(0).toISOString();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${urnOf({ feed: synthetic ? 'synthetic' : 'measured' })}</id>`,
    `<title>${escapeXml(title)}${synthetic ? ' (SYNTHETIC: invented results)' : ''}</title>`,
    '<subtitle>New results, releases of servers, audits, regressions and recoveries</subtitle>',
    `<updated>${updated}</updated>`,
    '<author><name>contract-bench</name></author>',
    `<link rel="alternate" type="text/html" href="${escapeXml(linkTo('/'))}"/>`,
    ...(absolute
      ? [`<link rel="self" type="application/atom+xml" href="${escapeXml(absolute('/feed.xml'))}"/>`]
      : []),
    ...entries.map((entry) => entryXml(entry, linkTo)),
    '</feed>',
    '',
  ].join('\n');
}

function entryXml({ id, title, updated, path, summary }: FeedEntry, linkTo: AddressOf): string {
  return [
    '<entry>',
    `<id>${id}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${updated}</updated>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(linkTo(path))}"/>`,
    `<summary>${escapeXml(summary)}</summary>`,
    '</entry>',
  ].join('\n');
}
