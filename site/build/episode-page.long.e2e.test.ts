import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { ResultsFile } from '../../harness/results/records/result.ts';
import { buildSite } from '../../harness/testing/build-site.ts';
import { faultsOfPage } from '../../harness/testing/faults-of-page.ts';
import { folderOf } from '../../harness/testing/folder-of.ts';
import { pageOf } from '../../harness/testing/page-of.ts';
import { scratchProject } from '../../harness/testing/scratch-project.ts';
import { serveFolder } from '../../harness/testing/serve-folder.ts';

const task = 'task-04-rfc-9110-section-9-title';

test('an episode that was just played has its page, its pictures, its digest and its story in the terminal', async () => {
  const project = await scratchProject();
  const flags = ['--task', task, '--reporter', 'none'];
  for (const adapter of ['noop', 'labels', 'oracle'])
    expect((await project.harness([...flags, '--adapter', adapter])).stderr).not.toContain('Error');
  const { runs } = ResultsFile.parse(await project.results());
  const runOf = (adapter: string) => {
    const run = runs.find(({ config }) => config.adapter === adapter);
    if (!run) throw new Error(`no run of ${adapter}`);
    return run;
  };
  const [noop, labels, oracle] = [runOf('noop'), runOf('labels'), runOf('oracle')];
  expect(oracle.totals.passed).toBe(1);

  const dist = await folderOf();
  await buildSite(
    dist,
    { MEDIA_DIR: path.join(project.folder, 'reports', 'pictures') },
    { checkout: project.folder },
  );
  const read = (...names: string[]) => readFile(path.join(dist, ...names), 'utf8');
  const pageOfRun = (runId: string) => read('episodes', runId, task, '1', 'index.html');

  const page = await pageOfRun(noop.runId);
  expect(page).toContain('no further call');
  expect(page).toContain(`/episodes/${oracle.runId}/${task}/1/#step-1`);
  expect(page).toMatch(/aria-label="not held"/);
  expect(await pageOfRun(oracle.runId)).toMatch(/aria-label="held, for the first time"/);
  expect(await read('runs', `${project.sha}`, 'index.html')).toContain(
    `href="/episodes/${noop.runId}/${task}/1/"`,
  );

  const pictures = [...(await pageOfRun(labels.runId)).matchAll(/src="\/media\/(\w+)\.webp"/g)];
  expect(pictures.length).toBeGreaterThan(1);
  const shown = new Set(
    [...pictures, ...page.matchAll(/src="\/media\/(\w+)\.webp"/g)].map(([, sha]) => `${sha}.webp`),
  );
  expect(new Set(readdirSync(path.join(dist, 'media')))).toEqual(shown);

  const [, command = ''] = /<code>(gzip -dc .*?)<\/code>/.exec(page) ?? [];
  const checked = await execa('sh', ['-c', command.replaceAll('&#38;', '&')], { cwd: project.folder });
  expect(checked.stdout).toContain(noop.eventsSha256);

  const record = JSON.parse(await read('api', 'v1', 'episodes', noop.runId, `${task}.1.json`));
  expect(record.events.at(-1)).toMatchObject({ type: 'task_failed', status: 'failed' });

  const told = await project.harness(['show', labels.runId, task]);
  expect(told.exitCode).toBe(0);
  expect(told.stdout).toContain('against a run that passed');

  const { origin, close } = await serveFolder(dist, '/');
  const seen = await pageOf();
  for (const { runId } of [noop, labels, oracle]) {
    // All that it says is in the page itself; the script after it adds what every page has.
    const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(await pageOfRun(runId)) ?? [];
    expect(main).toContain('Each clause after each step');
    expect(main).not.toContain('<script');
    expect(await faultsOfPage(seen, `${origin}/episodes/${runId}/${task}/1/`)).toEqual([]);
  }
  await close();

  const again = await folderOf();
  await buildSite(
    again,
    { MEDIA_DIR: path.join(project.folder, 'reports', 'pictures') },
    { checkout: project.folder },
  );
  expect(await readFile(path.join(again, 'episodes', noop.runId, task, '1', 'index.html'), 'utf8')).toBe(
    page,
  );
});
