import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, readFile, symlink } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { filesBelow } from '../../platform/files/files-below.ts';
import { digestRoot, webDigest } from '../../platform/files/web-digest.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { readImports } from '../../testing/layers/read-imports.ts';
import { isLong } from '../../testing/sized.ts';
import { checkPart } from '../parts/check-part.ts';
import { parts } from '../parts/parts.ts';
import { thisProject } from '../this-project.ts';
import { buildPackage, packageFiles, publishedDoc } from './build-package.ts';
import { manifestOfLib, publishedManifest, publishedReadme, readManifest } from './manifests.ts';
import { published } from './published.ts';
import { restoreFiles, swapFiles } from './swap-files.ts';
import { toJavaScript } from './to-javascript.ts';

const { root } = thisProject;
const manifest = await readManifest(root);

/** Where links of a Markdown text lead, those in its code left out. */
const linksOf = (text: string) =>
  [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);

/** What of the repository is in no package: its tests, its results, and rooms that it alone needs. */
const keptOutOfPackage = [
  /\.test\./,
  /^results\/(?!references\.json$)/,
  /^docs\/pictures\//,
  /\/(testing|packing|overhead|right-ends|demo)\//,
];

/** What the code in `lib` says of a part where no package is installed. */
async function lackOf(lib: string, [part, who]: [part: string, who: string]): Promise<string> {
  const bare = await folderOf();
  for (const name of ['package.json', 'harness/cli/parts', 'harness/platform/errors'])
    await cp(path.join(lib, name), path.join(bare, name), { recursive: true });
  const { checkPart: check }: { checkPart(part: string, who: string): void } = await import(
    path.join(bare, 'harness/cli/parts/check-part.js')
  );
  try {
    check(part, who);
    return 'it is there';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

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
  expect(said('a\n\n![A picture](pictures/servers.webp)\n\nb')).toBe('a\n\nb');
});

test('every link of the README that is published on npm leads to the repository on GitHub', async () => {
  const onNpm = linksOf(await publishedReadme(root, manifest, 'someone/contract-bench'));
  expect(onNpm).toContain(
    `https://github.com/someone/contract-bench/blob/v${manifest.version}/docs/package.md`,
  );
  expect(onNpm.every((link) => link.startsWith('https://'))).toBe(true);
});

/** The package as it is built, and what is in it. */
if (isLong) {
  /** Modules of the repository alone, which the package neither has nor loads. */
  const ofRepository = /^harness\/cli\/commands\/(bench-self|docs|right-ends)\.js$/;

  let folder = '';
  let files: string[] = [];
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
}
