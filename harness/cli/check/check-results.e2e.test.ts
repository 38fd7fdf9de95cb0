import { cpSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sha256 } from '../../platform/digest.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { projectAt } from '../../platform/project.ts';
import { exampleAudit } from '../../results/examples/example-audit.ts';
import { exampleLock, exampleRelease } from '../../results/examples/example-release.ts';
import { exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import { ServersRecord } from '../../results/records/servers-record.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { thisProject } from '../this-project.ts';
import { checkResults } from './check-results.ts';

const audit = exampleAudit();

async function mistakesOf(files: Record<string, string | Uint8Array>): Promise<string[]> {
  const folder = await folderOf(files);
  for (const name of ['references.json', 'baseline.json'])
    cpSync(path.join(thisProject.results, name), path.join(folder, 'results', name), { force: false });
  const { mistakes } = await checkResults(projectAt(folder), Date.now());
  return mistakes.map((mistake) => mistake.replaceAll(`${folder}/results/`, ''));
}

test('records of every kind are read', async () => {
  const files = {
    'results/audits/fixtures@playwright.json': JSON.stringify(audit),
    'results/.fixtures.json.lock-1': '',
  };
  expect(await mistakesOf(files)).toEqual([]);
});

test.each([
  'audits/fixtures@playwright',
  'capabilities/playwright',
  'channels/playwright',
  'servers/playwright@1',
  'skills/entries/one',
  'skills/index',
  'attestations/one.sigstore',
  'right-ends',
])('a broken %s.json is named with its fields', async (name) => {
  const broken = await mistakesOf({ [`results/${name}.json`]: '{}' });
  expect(broken.length).toBeGreaterThan(0);
  for (const mistake of broken) expect(mistake).toMatch(new RegExp(`^${name}\\.json: \\w+`));
  expect(await mistakesOf({ [`results/${name}.json`]: '{' })).toEqual([
    expect.stringMatching(`^${name}\\.json: .*JSON`),
  ]);
});

test.each(['notes.txt', 'other.json', 'audits/more/one@two.json', 'audits/one.json', 'episodes/one.jsonl'])(
  'a file that is no record is named: %s',
  async (name) => {
    expect(await mistakesOf({ [`results/${name}`]: '{}' })).toEqual([
      expect.stringMatching(`^${name}: file name: must be one of <sha>\\.json, `),
    ]);
  },
);

test.each(['episodes', 'answers'])('%s of a run that the results do not have are named', async (folder) => {
  expect(await mistakesOf({ [`results/${folder}/one.jsonl.gz`]: '' })).toEqual([
    `${folder}/one.jsonl.gz: file name: must be <run>.jsonl.gz of a run in results/`,
  ]);
});

test('a release of a server is held against its file name, its size and its lockfile', async () => {
  const release = exampleRelease();
  const text = (changes: object = {}) => JSON.stringify({ ...release, ...changes });
  const lock = JSON.stringify(exampleLock);
  const [record, locked] = ['results/servers/mine@1.0.0.json', 'results/servers/locks/mine@1.0.0.json'];
  expect(await mistakesOf({ [record]: text(), [locked]: lock })).toEqual([]);
  expect(await mistakesOf({ 'results/servers/mine@2.json': text(), [locked]: lock })).toEqual([
    'servers/locks/mine@1.0.0.json: no record of this release in servers; expected mine@1.0.0.json',
    'servers/mine@2.json: file name: must be mine@1.0.0.json, as the content requires',
  ]);
  expect(await mistakesOf({ [record]: text() })).toEqual([
    'servers/locks/mine@1.0.0.json: not found; the release in servers/mine@1.0.0.json was installed from this lockfile',
  ]);
  const sample = readJson('harness/results/records/samples/servers-v1.json', ServersRecord);
  const kept = JSON.stringify({ ...sample, server: { ...sample.server, id: 'mine', version: '1.0.0' } });
  const keptAt = 'results/servers/v1/mine@1.0.0.json';
  const noCost = text({ parts: { ...release.parts, cost: null } });
  expect(await mistakesOf({ [record]: noCost, [locked]: lock, [keptAt]: kept })).toEqual([]);
  expect(await mistakesOf({ [record]: text(), [locked]: lock, [keptAt]: kept })).toEqual([
    'servers/v1/mine@1.0.0.json: another record has the cost of this release; remove this file',
  ]);
  const other = { ...exampleLock, packages: { 'node_modules/mine': { version: '1.0.1' } } };
  const ofOther = await mistakesOf({ [record]: text(), [locked]: JSON.stringify(other) });
  expect(ofOther).toEqual([
    expect.stringMatching(
      /^servers\/mine@1\.0\.0\.json: parts\.install\.lockSha256: must be [0-9a-f]{64}, the digest of /,
    ),
    expect.stringMatching(/: parts\.install\.version: must be 1\.0\.1, as in .*; found 1\.0\.0$/),
  ]);
  expect(
    await mistakesOf({ [record]: text({ schema: 'contract-bench.servers.v3' }), [locked]: lock }),
  ).toEqual([expect.stringMatching(/^servers\/mine@1\.0\.0\.json: schema: must be /)]);
  expect(await mistakesOf({ [record]: text({ more: 'x'.repeat(200_000) }), [locked]: lock })).toEqual([
    expect.stringMatching(/^servers\/mine@1\.0\.0\.json: size: got \d+ bytes; expected at most 200000$/),
  ]);
});

test('a picture is held against its name, its size and the episodes that are shown with pictures', async () => {
  const place = (digest: string) => `pictures/${digest.slice(0, 2)}/${digest}.webp`;
  const at = (content: string) => place(sha256(content));
  const [large, forged] = ['x'.repeat(25_001), sha256('forged')];
  const taken = { type: 'picture', taskId: 'one', trial: 1, sha256: sha256('shown') };
  const events = `${JSON.stringify({ runId: 'a', ...taken })}\n`;
  const run = exampleRun({
    runId: 'a',
    episodes: [exampleResult({ taskId: 'one' })],
    eventsSha256: sha256(events),
  });
  const sha = '0123456789abcdef0123456789abcdef01234567';
  const commit = { date: null, parents: [], subject: 'feat: a thing' };
  const mistakes = await mistakesOf({
    [`results/${sha}.json`]: JSON.stringify({
      schema: 'contract-bench.results.v2',
      sha,
      commit,
      runs: [run],
    }),
    'results/episodes/a.jsonl.gz': gzipSync(events),
    [`results/${at('shown')}`]: 'shown',
    [`results/${at('of nothing')}`]: 'of nothing',
    [`results/${at(large)}`]: large,
    [`results/${place(forged)}`]: 'other bytes',
    [`results/pictures/zz/${sha256('elsewhere')}.webp`]: 'elsewhere',
  });
  const ofPictures = mistakes.filter((mistake) => mistake.startsWith('pictures/'));
  expect(ofPictures.sort()).toEqual(
    [
      `${at('of nothing')}: not named in the events of any episode that is shown with pictures`,
      `${at(large)}: got 25001 bytes; expected at most 25000`,
      `${place(forged)}: file name: expected ${sha256('other bytes')}, the digest of the picture`,
      `pictures/zz/${sha256('elsewhere')}.webp: folder: expected ${sha256('elsewhere').slice(0, 2)}, the first two digits of the digest`,
    ].sort(),
  );
});

test('a record in the file of another is named, and so is a sum that is another', async () => {
  expect(await mistakesOf({ 'results/audits/town@playwright.json': JSON.stringify(audit) })).toEqual([
    'audits/town@playwright.json: file name: must be fixtures@playwright.json, as the content requires',
  ]);
  const [first, ...others] = audit.controls;
  const controls = [{ ...first, passed: 1 }, ...others];
  const file = 'audits/fixtures@playwright.json';
  expect(await mistakesOf({ [`results/${file}`]: JSON.stringify({ ...audit, controls }) })).toEqual([
    `${file}: controls[0].passed: must be 0, the sum over the tasks; found 1`,
  ]);
});
