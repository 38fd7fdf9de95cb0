import { cp } from 'node:fs/promises';
import path from 'node:path';
import { folderOf } from './folder-of.ts';

/** Where links of a Markdown text lead, those in its code left out. */
export const linksOf = (text: string) =>
  [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);

/** What of the repository is in no package: its tests, its results, and rooms that it alone needs. */
export const keptOutOfPackage = [
  /\.test\./,
  /^results\/(?!references\.json$)/,
  /^docs\/.*\.png$/,
  /\/(testing|packing|overhead|right-ends|demo)\//,
];

/** What the code in `lib` says of a part where no package is installed. */
export async function lackOf(lib: string, [part, who]: [part: string, who: string]): Promise<string> {
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
