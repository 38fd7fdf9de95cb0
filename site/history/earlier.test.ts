import { expect, test } from 'vitest';
import { exampleHead, exampleRelease } from '../../harness/results/examples/example-release.ts';
import type { CapabilitiesRecord } from '../../harness/results/records/capabilities-record.ts';
import type { ChannelsRecord } from '../../harness/results/records/channels-record.ts';
import { readServersRecords } from '../../harness/results/records/read-server-records.ts';
import { type ReleaseRecord, releaseName } from '../../harness/results/records/release-record.ts';
import { folderOf } from '../../harness/testing/folder-of.ts';
import {
  earlierCapabilities,
  earlierChannels,
  earlierCosts,
  earlierSentences,
  earlierWords,
} from './earlier.ts';

const day = (nth: number) => `2026-02-0${nth}T12:00:00.000Z`;
const serverOf = (id: string, version = '1.0.0') => ({ id, title: id, package: null, version });
const newest = new Map([
  ['one', '1.0.0'],
  ['two', '1.0.0'],
]);
const same = { release: null, edition: null };

function capabilities(id: string, at: string, webSha256: string, version?: string): CapabilitiesRecord {
  return {
    schema: 'contract-bench.capabilities.v1',
    ...{ server: serverOf(id, version), browser: 'Chromium 1', sha: null, at },
    ...{ suite: { id: 'gym', edition: 2, webSha256 }, seeds: [1] },
    ...{ tokenizer: { name: 't', encoding: 'e', version: '1' }, words: [], cells: [] },
  };
}

test('the pages that were measured last are the edition of a board, and older ones are marked', () => {
  const found = earlierCapabilities(
    [capabilities('one', day(1), 'old'), capabilities('two', day(2), 'new')],
    newest,
  );
  expect(found.get('one')).toEqual({ release: null, edition: 'edition' });
  expect(found.get('two')).toEqual(same);
  const alike = [capabilities('one', day(1), 'new'), capabilities('two', day(2), 'new')];
  expect([...earlierCapabilities(alike, newest).values()]).toEqual([same, same]);
});

test('a part of a release that is not the newest names its release', () => {
  const found = earlierCapabilities([capabilities('one', day(1), 'new', '0.9.0')], newest);
  expect(found.get('one')).toEqual({ release: '0.9.0', edition: null });
});

function channels(id: string, at: string, pagesSha256: string): ChannelsRecord {
  return {
    schema: 'contract-bench.channels.v1',
    ...{ server: serverOf(id), browser: 'Chromium 1', sha: null, at, pagesSha256 },
    ...{ channels: [], tools: [] },
  };
}
const none = { usual: 0, any: 0, of: 0 };
const exposed = (id: string, editionSha256: string): ReleaseRecord =>
  exampleRelease({
    server: { id },
    parts: {
      exposure: {
        ...{ ...exampleHead, editionSha256, channels: [], tools: [], usual: null },
        ...{ names: none, invisible: none, source: none, missed: none },
      },
    },
  });

test('hidden texts of a record of v1 are of an earlier format beside one of v2, and of none among their like', () => {
  const records = [channels('one', day(1), 'a'), channels('two', day(2), 'b')];
  const beside = earlierChannels(records, newest, [exposed('two', 'b')]);
  expect([beside.get('one')?.edition, beside.get('two')?.edition]).toEqual(['format', null]);
  const both = earlierChannels(records, newest, [exposed('one', 'a'), exposed('two', 'b')]);
  expect([both.get('one')?.edition, both.get('two')?.edition]).toEqual(['edition', null]);
  const old = [channels('one', day(1), 'a'), channels('two', day(2), 'a')];
  expect([...earlierChannels(old, newest, []).values()]).toEqual([same, same]);
});

test('costs are compared by the edition of the part, and one without it is of an earlier format', async () => {
  const { cost } = exampleRelease().parts;
  if (!cost || 'broken' in cost) throw new Error('the example has costs');
  const priced = (id: string, at: string, editionSha256: string) =>
    exampleRelease({ server: { id }, parts: { cost: { ...cost, at, editionSha256 } } });
  const releases = [priced('one', day(1), 'old'), priced('two', day(2), 'new')];
  const files = releases.map((each) => [`servers/${releaseName(each.server)}.json`, JSON.stringify(each)]);
  const records = readServersRecords(await folderOf(Object.fromEntries(files)));
  const found = earlierCosts(records, newest, releases);
  expect([found.get('one')?.edition, found.get('two')?.edition]).toEqual(['edition', null]);
  const [, second] = releases;
  const half = earlierCosts(records, newest, second ? [second] : []);
  expect([half.get('one')?.edition, half.get('two')?.edition]).toEqual(['format', null]);
});

test('marks and sentences name only what there is', () => {
  const all = { release: '0.9.0', edition: 'edition' as const };
  expect(earlierWords(all)).toEqual(['release 0.9.0', 'earlier edition']);
  expect(earlierWords(all, true)).toEqual(['older release', 'earlier edition']);
  expect([earlierWords(same), earlierWords(null), earlierSentences([same, null, undefined])]).toEqual([
    [],
    [],
    [],
  ]);
  expect(earlierSentences([all, all])).toHaveLength(2);
  expect(earlierSentences([{ release: null, edition: 'format' }])).toEqual([
    expect.stringMatching(/^A record of an earlier format /),
  ]);
});
