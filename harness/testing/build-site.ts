import path from 'node:path';
import { execa } from 'execa';
import { thisProject } from '../cli/this-project.ts';

/**
 * Builds the site as `npm run build` does, with this environment alone; throws what the build said where it fails.
 * `folder` is where it is called.
 */
export async function buildSite(
  outDir: string,
  env: Record<string, string>,
  {
    checkout = thisProject.root,
    folder,
    options = [],
  }: { checkout?: string; folder?: string; options?: readonly string[] } = {},
): Promise<string> {
  const { exitCode, all } = await execa(
    process.execPath,
    [path.join(checkout, 'harness/cli/main.ts'), 'site', '--out', outDir, ...options],
    {
      cwd: folder ?? checkout,
      reject: false,
      all: true,
      stdin: 'ignore',
      extendEnv: false,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    },
  );
  if (exitCode !== 0) throw new Error(all);
  return all;
}
