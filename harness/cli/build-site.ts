import { execa } from 'execa';
import { thisProject } from './this-project.ts';

/** Builds the site from the committed and new results and says how to look at it. Returns the exit code. */
export async function buildSite(): Promise<number> {
  const { exitCode = 1, all } = await execa('npm', ['run', 'build'], {
    cwd: thisProject.root,
    reject: false,
    stdin: 'ignore',
    all: true,
  });
  if (exitCode !== 0) process.stderr.write(`${all}\n`);
  else process.stdout.write('site:    dist/ is built; look at it with: npm run preview\n');
  return exitCode;
}
