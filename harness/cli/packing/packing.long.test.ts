import { existsSync, globSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { filesBelow } from '../../platform/files/files-below.ts';
import { digestRoot, webDigest } from '../../platform/files/web-digest.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { readImports } from '../../testing/layers/read-imports.ts';
import { keptOutOfPackage, lackOf, linksOf } from '../../testing/package-lib.ts';
import { thisProject } from '../this-project.ts';
import { buildPackage } from './build-package.ts';
import { manifestOfLib, readManifest } from './manifests.ts';
import { publishedReadme } from './published-readme.ts';

const { root } = thisProject;
/** Modules of the repository alone, which the package neither has nor loads. */
const ofRepository = /^harness\/cli\/commands\/(bench-self|docs|right-ends)\.js$/;

let folder = '';
let files: string[] = [];
const manifest = await readManifest(root);
const textOf = (file: string) => readFile(path.join(folder, 'lib', file), 'utf8');

beforeAll(async () => {
  folder = await folderOf();
  await buildPackage(root, path.join(folder, 'lib'), manifest);
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  files = globSync('**/*', { cwd: path.join(folder, 'lib'), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(folder, 'lib'), path.join(entry.parentPath, entry.name)))
    .sort();
});

test('the package has no test, no TypeScript but declarations, no result, and none of what only the repository needs', () => {
  for (const kind of [/(?<!\.d)\.ts$/, ...keptOutOfPackage])
    expect(files.filter((file) => kind.test(file))).toEqual([]);
  for (const place of ['harness', 'tasks', 'transcripts', 'site', 'docs'])
    expect(files.filter((file) => file.startsWith(`${place}/`)).length).toBeGreaterThan(10);
});

test('whatever code of the package imports is there, and every package of it is a dependency or a part', async () => {
  const known = [
    ...Object.keys(manifestOfLib(manifest).dependencies),
    '#recheck',
    'virtual:rendered-markdown',
  ];
  const modules = files.filter((file) => /\.(js|mjs|astro)$/.test(file) && !ofRepository.test(file));
  const missing: string[] = [];
  for (const file of modules)
    for (const named of readImports(file, await textOf(file)).imports) {
      const target = path.posix.join(path.posix.dirname(file), named);
      const isKnown = named.startsWith('.')
        ? files.includes(target)
        : named.startsWith('node:') ||
          builtinModules.includes(named) ||
          known.some((name) => named === name || named.startsWith(`${name}/`));
      if (!isKnown) missing.push(`${file} -> ${named}`);
    }
  expect(modules.length).toBeGreaterThan(1000);
  expect(missing).toEqual([]);
});

/** Without its comments and its map. */
const code = (text: string) => text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');

test('nothing in the package names a folder of this machine, and hints say what its user types', async () => {
  const texts = await Promise.all(
    files
      .filter((file) => file !== 'vendor/recheck.cjs')
      .map(async (file) => [file, await textOf(file)] as const),
  );
  const naming = texts.filter(([, text]) => text.includes(root) || text.includes(folder));
  expect(naming.map(([file]) => file)).toEqual([]);
  const hint = texts.filter(
    ([file, text]) => /^harness\/.*\.js$/.test(file) && /['`] *npm run harness/.test(code(text)),
  );
  expect(hint.map(([file]) => file)).toEqual([]);
});

test('what is built names the line for a missing part', async () => {
  const { bullmq, ioredis } = manifest.dependencies;
  expect(await lackOf(path.join(folder, 'lib'), ['queue', 'work'])).toBe(
    `work: needs the clients of a queue (found no bullmq, no ioredis); install them: npm i -D bullmq@${bullmq} ioredis@${ioredis}`,
  );
});

test('the digest of a web is the same in the package, whose hosts are JavaScript, and in the repository', async () => {
  const lib = path.join(folder, 'lib');
  type Digests = Pick<typeof import('../../platform/files/web-digest.ts'), 'digestRoot' | 'webDigest'>;
  const built: Digests = await import(path.join(lib, 'harness/platform/files/web-digest.js'));
  const hosts = ['mail.town.test', 'shop.town.test', 'tickets.fixture.test'];
  const digestIn = async (place: string, { digestRoot, webDigest }: Digests) => {
    const web = path.join(place, 'tasks', 'web');
    const read = await digestRoot({ folder: web, hosts }, await filesBelow(web));
    return { lines: read.digests.length, sha256: webDigest([read]) };
  };
  const ours = await digestIn(root, { digestRoot, webDigest });
  expect(await digestIn(lib, built)).toEqual(ours);
  expect(ours.lines).toBeGreaterThan(100);
});

test('every link of a document in the package leads to a file of the package', async () => {
  const readme = await publishedReadme(root, manifest, null);
  const documents = files.filter((file) => /^docs\/.*\.md$/.test(file) || file === 'tasks/README.md');
  const links = [
    ...linksOf(readme).map((link) => ({ file: 'README.md', place: folder, link })),
    ...(
      await Promise.all(
        documents.map(async (file) =>
          linksOf(await textOf(file)).map((link) => ({
            file,
            place: path.join(folder, 'lib', path.dirname(file)),
            link,
          })),
        ),
      )
    ).flat(),
  ].filter(({ link }) => !/^(\w+:|#)/.test(link));
  expect(links.length).toBeGreaterThan(50);
  // It lies beside lib.
  const there = (place: string, link: string) =>
    link === 'CHANGELOG.md' || existsSync(path.join(place, link.split('#')[0] ?? ''));
  expect(
    links.filter(({ place, link }) => !there(place, link)).map(({ file, link }) => [file, link]),
  ).toEqual([]);
});
