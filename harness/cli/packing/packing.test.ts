import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { keptOutOfPackage, lackOf, linksOf } from '../../testing/package-lib.ts';
import { checkPart } from '../parts/check-part.ts';
import { parts } from '../parts/parts.ts';
import { thisProject } from '../this-project.ts';
import { manifestOfLib, publishedManifest, readManifest } from './manifests.ts';
import { packageFiles } from './package-files.ts';
import { published } from './published.ts';
import { publishedDoc } from './published-docs.ts';
import { publishedReadme } from './published-readme.ts';
import { restoreFiles, swapFiles } from './swap-files.ts';
import { toJavaScript } from './to-javascript.ts';

const { root } = thisProject;
const manifest = await readManifest(root);

test('of the repository the package has no test, no result, and none of what only the repository needs', () => {
  const files = packageFiles(root);
  for (const kind of keptOutOfPackage) expect(files.filter((file) => kind.test(file))).toEqual([]);
  for (const place of ['harness', 'tasks', 'transcripts', 'site', 'docs'])
    expect(files.filter((file) => file.startsWith(`${place}/`)).length).toBeGreaterThan(10);
});

test('code of the package names the line for a missing part', async () => {
  const names = packageFiles(root).filter((file) =>
    /^harness\/(cli\/parts|platform\/errors)\/.*\.ts$/.test(file),
  );
  const texts = new Map(names.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const lib = await folderOf({
    'package.json': JSON.stringify(manifestOfLib(manifest)),
    ...Object.fromEntries(toJavaScript(texts)),
  });
  const { bullmq, ioredis } = manifest.dependencies;
  expect(await lackOf(lib, ['queue', 'work'])).toBe(
    `work: needs the clients of a queue (found no bullmq, no ioredis); install them: npm i -D bullmq@${bullmq} ioredis@${ioredis}`,
  );
  expect(() => checkPart('queue', 'work')).not.toThrow();
});

test('the published package.json has what it needs and nothing of how it is made', () => {
  const made = publishedManifest(manifest, 'someone/contract-bench');
  expect(Object.keys(made).sort()).toEqual(
    [
      ...['bin', 'dependencies', 'description', 'engines', 'exports', 'files', 'keywords', 'license', 'name'],
      ...['peerDependencies', 'peerDependenciesMeta', 'repository', 'type', 'types', 'version'],
    ].sort(),
  );
  expect(made).toMatchObject({ engines: { node: '>=22.18' }, bin: { 'contract-bench': published.bin } });
  const optional = Object.values(parts).flatMap(({ packages }) => [...packages]);
  expect(Object.keys(made.peerDependencies).sort()).toEqual(optional.sort());
  for (const name of ['node', 'recheck', ...optional]) expect(made.dependencies).not.toHaveProperty([name]);
  for (const version of Object.values(made.dependencies)) expect(version).toMatch(/^\d/);
});

test('a pack that was killed is mended: the own package.json and README come back as they were', async () => {
  const own = { 'package.json': '{ "name": "own" }\n', 'README.md': '# own\n' };
  const place = await folderOf(own);
  const published = { 'package.json': '{}', 'README.md': '# published' };
  const found = async () => ({
    'package.json': await readFile(path.join(place, 'package.json'), 'utf8'),
    'README.md': await readFile(path.join(place, 'README.md'), 'utf8'),
  });
  await swapFiles(place, published);
  expect(await found()).toEqual(published);
  expect(await restoreFiles(place)).toBe(true);
  expect(await found()).toEqual(own);
  expect(await restoreFiles(place)).toBe(false);
});

test('a document of the package calls its command where it called a script of the repository', () => {
  const { scripts } = manifest;
  const said = (text: string) => publishedDoc(text, scripts);
  expect(said('`npm run harness -- servers try mine`, `npm run -s harness -- run`, `npm run harness`')).toBe(
    '`npx contract-bench servers try mine`, `npx contract-bench run`, `npx contract-bench`',
  );
  expect(said('npm run build && npm run bench:webvoyager:real -- --model x')).toBe(
    'npx contract-bench site && npx contract-bench bench webvoyager --real --model x',
  );
  const ofRepository = 'npm run test:long, npm run bench:self -- --pairs 2, npm run schemas, npm run check';
  expect(said(ofRepository)).toBe(ofRepository);
  expect(said('a\n\n![A picture](run.png)\n\nb')).toBe('a\n\nb');
});

test('every link of the README that is published on npm leads to the repository on GitHub', async () => {
  const onNpm = linksOf(await publishedReadme(root, manifest, 'someone/contract-bench'));
  expect(onNpm).toContain(
    `https://github.com/someone/contract-bench/blob/v${manifest.version}/docs/package.md`,
  );
  expect(onNpm.every((link) => link.startsWith('https://'))).toBe(true);
});
