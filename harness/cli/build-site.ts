import { execa } from 'execa';
import type { Context, Outcome } from './commands/command.ts';

/** Builds the site from the committed and new results and says how to look at it. */
export async function buildSite({ project, log }: Context): Promise<Outcome> {
  const { exitCode = 1, all } = await execa('npm', ['run', 'build'], {
    cwd: project.root,
    reject: false,
    stdin: 'ignore',
    all: true,
  });
  const isBuilt = exitCode === 0;
  if (!isBuilt) log(all);
  return {
    lines: isBuilt ? ['site:    dist/ is built; look at it with: npm run preview'] : [],
    exitCode,
    data: { siteBuilt: isBuilt },
  };
}
