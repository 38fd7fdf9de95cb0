import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { checkLinks } from '../../../site/build/dead-links.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { install, installedProject } from '../../testing/installed-project.ts';
import { commitAll, gitAs } from '../../testing/remotes/git-as.ts';
import { remoteOf } from '../../testing/remotes/remote-of.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';
import { runStep, stepIn } from '../../testing/workflow-step.ts';
import { thisProject } from '../this-project.ts';

test('what init writes works at once, by hand and by its workflow: recorded, played, gated, published, deployed', async () => {
  const folder = await installedProject();
  const npx = async (where: string, ...words: string[]) => {
    const ended = await execa('npx', ['contract-bench', ...words], {
      ...{ cwd: where, reject: false, all: true, stdin: 'ignore', extendEnv: false, env: cleanEnv() },
    });
    expect([words, ended.exitCode, ended.all]).toEqual([words, 0, ended.all]);
    return String(ended.all);
  };
  await npx(folder, 'init', '--yes');
  await npx(folder, 'record');
  const sha = await commitAll(folder, 'test: a new project');
  const remote = await remoteOf(folder);
  const workflow = await readFile(path.join(folder, '.github/workflows/contract-bench.yml'), 'utf8');
  const step = async (where: string, job: string, name: string, env: Record<string, string> = {}) => {
    const ended = await runStep(stepIn(workflow, job, name), where, env);
    expect(ended.exitCode, ended.log).toBe(0);
    return ended.log;
  };

  expect(await step(folder, 'measure', 'play')).toContain('1 / 1');
  expect(await npx(folder, 'gate', '--no-base')).toContain('gate passed');
  await step(folder, 'publish', 'publish');
  expect(await gitAs(remote, 'diff', '--name-only', sha, 'main')).toBe(`results/${sha}.json`);

  const clone = path.join(await folderOf({}), 'clone');
  await gitAs(folder, 'clone', '--quiet', `file://${remote}`, clone);
  await install(clone);
  await step(clone, 'site', 'site', { OWNER: 'Acme', GITHUB_REPOSITORY: 'Acme/bench' });
  const page = await readFile(path.join(clone, 'dist/index.html'), 'utf8');
  expect(page).toContain('<link rel="canonical" href="https://acme.github.io/bench/"');
  expect(page).toContain('my-bench: results on the tasks of this project');
  expect(await readFile(path.join(clone, 'dist/api/v1/leaderboard.json'), 'utf8')).toContain(sha);
  // Not those of the package, which it does not play.
  expect((await readdir(path.join(clone, 'dist/tasks'))).sort()).toEqual([
    'first-note',
    'index.html',
    'og.png',
  ]);
  expect(checkLinks(path.join(clone, 'dist'), '/bench/').dead).toEqual([]);

  // A pull request on top of what was published.
  await gitAs(clone, 'checkout', '--quiet', '-b', 'change');
  await writeFile(path.join(clone, 'README.md'), 'changed\n');
  await commitAll(clone, 'docs: a readme');
  await step(clone, 'gate', 'play');
  expect(await step(clone, 'gate', 'gate', { GITHUB_BASE_REF: 'main' })).toContain('gate passed');
}, 300_000);

test('a site from below the root, of a git worktree and without git: nothing is left but dist/', async () => {
  const folder = await installedProject();
  const site = (where: string) =>
    execa('npx', ['contract-bench', 'site'], {
      cwd: where,
      stdin: 'ignore',
      extendEnv: false,
      env: cleanEnv(),
    });
  const config = {
    site: { title: 'Acme', logo: 'logo.svg' },
  };
  await writeFile(path.join(folder, 'contract-bench.config.json'), JSON.stringify(config));
  await writeFile(
    path.join(folder, 'logo.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
  );
  await commitAll(folder, 'test: a project');
  const worktree = path.join(await folderOf({}), 'a worktree');
  await gitAs(folder, 'worktree', 'add', '--quiet', '--detach', worktree);
  const plain = await folderOf({
    'contract-bench.config.json': JSON.stringify({ site: { title: 'Acme' } }),
    'below/x': '',
  });
  await install(plain);
  await install(worktree);
  for (const [root, from] of [
    [worktree, worktree],
    [plain, path.join(plain, 'below')],
  ] as const) {
    const before = await readdir(root);
    await site(from);
    expect((await readdir(root)).sort()).toEqual([...before, 'dist'].sort());
    expect(await readFile(path.join(root, 'dist/index.html'), 'utf8')).toContain('<title>Acme</title>');
  }
  const dist = path.join(worktree, 'dist');
  expect(await readFile(path.join(dist, 'index.html'), 'utf8')).toMatch(
    /<img class="logo" src="\/logo\.svg" alt=""/,
  );
  const evidence = await readFile(path.join(dist, 'evidence/index.html'), 'utf8');
  expect(evidence).toContain('Those results are not evidence about this project');
  expect(evidence).not.toMatch(/id="(?:noticed|templates)"/);
}, 300_000);

test('on a terminal it shows what it would write and asks; only a yes writes it', async () => {
  const cli = path.join(thisProject.root, 'harness/cli/main.ts');
  const answered = async (answer: string) => {
    const folder = await folderOf({});
    // Gives the command a terminal.
    const asked = await execa('script', ['-qec', `${process.execPath} ${cli} init`, '/dev/null'], {
      ...{ cwd: folder, reject: false, input: `${answer}\n`, extendEnv: false, env: cleanEnv() },
    });
    return { said: asked.stdout, exitCode: asked.exitCode, found: (await readdir(folder)).sort() };
  };
  expect(await answered('n')).toEqual({
    said: expect.stringMatching(/write: +contract-bench\.config\.ts.*\[y\/N\].*nothing was written/s),
    exitCode: 0,
    found: [],
  });
  const yes = await answered('y');
  expect(yes.found).toContain('contract-bench.config.ts');
  expect(yes.said).toContain('next:');
});
