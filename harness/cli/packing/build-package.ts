import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Manifest, manifestOfLib } from './manifests.ts';
import { packageFiles } from './package-files.ts';
import { publishedDoc } from './published-docs.ts';
import { publishedTypes } from './published-types.ts';
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
