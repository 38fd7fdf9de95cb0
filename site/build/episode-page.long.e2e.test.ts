import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
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
  const shown = new Set<string>();
  for (const { runId } of runs)
    for (const [, sha] of (await pageOfRun(runId)).matchAll(/src="\/media\/(\w+)\.webp"/g))
      shown.add(`${sha}.webp`);
  expect(new Set(readdirSync(path.join(dist, 'media')))).toEqual(shown);

  const [, command = ''] = /<code>(gzip -dc .*?)<\/code>/.exec(page) ?? [];
  const checked = await execa('sh', ['-c', command.replaceAll('&#38;', '&')], { cwd: project.folder });
  expect(checked.stdout).toContain(noop.eventsSha256);

  const packed = await readFile(path.join(dist, 'api', 'v1', 'episodes', `${noop.runId}.jsonl.gz`));
  const last = gunzipSync(packed).toString().trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({ type: 'task_failed', status: 'failed' });

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

  // The page that shows any episode, from a host that sends the events as a file and from one that has them unpacked.
  const viewed: string[] = [];
  for (const unpacks of [false, true]) {
    const host = await serveFolder(dist, '/', { unpacks });
    const view = async (query: string) => {
      await seen.visit(`${host.origin}/episodes/${query}`);
      await seen.until('document.querySelector("#episode")?.textContent !== ""');
      return seen.run<string>('document.querySelector("#episode").innerText');
    };
    const said = await view(`?run=${labels.runId}&task=${task}&trial=1`);
    expect(said).toContain(`${task}, trial 1: failed`);
    expect(said).toContain('Step 1');
    viewed.push(said);
    expect(await view('?run=gone&task=a&trial=1')).toContain(
      'The events of the run gone could not be read (404).',
    );
    expect(await view('?run=..%2Fx&task=a')).toContain('is no name of a run');
    for (const [query, what] of [
      [`task=gone&trial=1`, 'gone, trial 1'],
      [`task=${task}&trial=7`, `${task}, trial 7`],
    ])
      expect(await view(`?run=${labels.runId}&${query}`)).toContain(`has no events of ${what}`);
    // An old address of an episode that has no page of its own.
    await seen.visit(`${host.origin}/episodes/${labels.runId}/${task}/9/`);
    await seen.until('location.pathname === "/episodes/"');
    expect(await seen.run('location.search')).toBe(`?run=${labels.runId}&task=${task}&trial=9`);
    await host.close();
  }
  expect(viewed[1]).toBe(viewed[0]);
  const viewer = await read('episodes', 'index.html');
  expect(viewer).toMatch(/<noscript>.*show &lt;run&gt; &lt;task&gt;/s);
  expect(viewer).toContain(`href="/api/v1/episodes/${labels.runId}.jsonl.gz"`);

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
