import type { Stamp } from '../../harness/publish/board/stamp.ts';
import { type FeedEntry, urnOf } from './feed-entries.ts';
import { escapeXml } from './xml.ts';

type AddressOf = (path: `/${string}`) => string;

/**
 * RFC 4287. Where the host is not known, links are relative to the feed and it does not name itself. `updated` is the
 * newest entry's; of an empty history the build's clock, or 1970 where it has none.
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
    '<subtitle>New results, regressions and recoveries</subtitle>',
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
