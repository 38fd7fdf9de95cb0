import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { commands } from '../commands/index.ts';
import { type Manifest, manifestOfLib } from './manifests.ts';
import { publishedTypes } from './published.ts';
import { toBuiltPage, toJavaScript } from './to-javascript.ts';
/**
 * Makes the folder `lib` of the package anew out of the repository at `root`: the same tree, with JavaScript in place of
 * TypeScript. What was there before stays until all of it is made.
 */
export async function buildPackage(root: string, lib: string, manifest: Manifest): Promise<void> {
  await mkdir(path.dirname(lib), { recursive: true });
  const unfinished = await mkdtemp(`${lib}-unfinished-`);
  try {
    await fill(root, unfinished, manifest);
    await rm(lib, { recursive: true, force: true });
    await rename(unfinished, lib);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function fill(root: string, lib: string, manifest: Manifest): Promise<void> {
  const files = packageFiles(root);
  const compiled = files.filter((file) => file.endsWith('.ts'));
  const texts = new Map(
    await Promise.all(
      compiled.map(async (file) => [file, await readFile(path.join(root, file), 'utf8')] as const),
    ),
  );
  const isSource = (file: string) => texts.has(file);
  const place = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(lib, file)), { recursive: true });
    await writeFile(path.join(lib, file), text);
  };
  for (const file of files) {
    if (isSource(file)) continue;
    if (/\.(astro|mjs)$/.test(file))
      await place(file, toBuiltPage(file, await readFile(path.join(root, file), 'utf8'), isSource));
    else if (/^(docs\/.*|tasks\/README)\.md$/.test(file))
      await place(file, publishedDoc(await readFile(path.join(root, file), 'utf8'), manifest.scripts));
    else await cp(path.join(root, file), path.join(lib, file));
  }
  for (const [file, text] of toJavaScript(texts)) await place(file, text);
  for (const [file, text] of publishedTypes(root)) await place(file, text);
  // A jar and a native binary of 58 MB come with the package; this build of it needs neither.
  const recheck = createRequire(path.join(root, 'package.json')).resolve('recheck/lib/browser.js');
  const license = await readFile(path.join(recheck, '..', '..', 'LICENSE'), 'utf8');
  await place('vendor/recheck.cjs', `/*\n${license}*/\n${await readFile(recheck, 'utf8')}`);
  await place('package.json', `${JSON.stringify(manifestOfLib(manifest), null, 2)}\n`);
}

/**
 * A document as it stands in the package: without its pictures, which stay in the repository, and where it calls a script
 * of the repository it calls the command of the package.
 */
export function publishedDoc(text: string, scripts: Readonly<Record<string, string>>): string {
  const called = new Map(
    Object.entries(scripts).flatMap(([name, line]) => {
      const [, words] = /^node harness\/cli\/bin\.mjs ?([^&]*)$/.exec(line) ?? [];
      return words === undefined || isOfRepository(words) ? [] : [[name, words]];
    }),
  );
  const shown = text.replaceAll(/^!\[.*\]\(pictures\/[\w-]+\.webp\)\n\n?/gm, '');
  return shown.replaceAll(/npm run (?:-s )?([\w:-]+)(?: --(?=[ `]))?/g, (typed, name) => {
    const words = called.get(name);
    return words === undefined ? typed : `npx contract-bench ${words}`.trimEnd();
  });
}

function isOfRepository(words: string): boolean {
  const [first] = words.split(' ');
  return commands.some(({ name, ofRepository }) => ofRepository && name === first);
}

/** What of the repository runs in a package; everything below these that nothing here leaves out. */
const taken = [
  'astro.config.mjs',
  'results/references.json',
  '{docs,harness,site,tasks,transcripts}/**/*',
] as const;

/** Files for tests, for this repository only, or for readers on GitHub. */
const leftOut: readonly RegExp[] = [
  /\.test\.ts$/,
  /\.d\.ts$/,
  /^docs\/pictures\//,
  /^harness\/.*\.md$/,
  /^harness\/(cli\/packing|experiments\/(overhead|audit\/right-ends)|testing)\//,
  /^site\/demo\//,
  /^tasks\/right-end-states\//,
];

/** Files of the repository that go into the package, by their paths from its root, in one order everywhere. */
export function packageFiles(root: string): string[] {
  return globSync([...taken], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !leftOut.some((pattern) => pattern.test(file)))
    .sort();
}
