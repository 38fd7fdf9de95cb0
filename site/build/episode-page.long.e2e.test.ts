import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { ResultsFile } from '../../harness/results/records/result.ts';
import { buildSite } from '../../harness/testing/build-site.ts';
import { faultsAsShown, faultsOfPage } from '../../harness/testing/faults-of-page.ts';
import { folderOf } from '../../harness/testing/folder-of.ts';
import { pageOf } from '../../harness/testing/page-of.ts';
import { cleanEnv, scratchProject } from '../../harness/testing/scratch-project.ts';
import { serveFolder } from '../../harness/testing/serve-folder.ts';

const task = 'task-04-rfc-9110-section-9-title';

type SeenPage = Awaited<ReturnType<typeof pageOf>>;

/** What a person does with the player at an address, and what must come of it. */
async function expectPlayer(page: SeenPage, address: string): Promise<void> {
  await page.show(1280, 'light');
  await page.visit(address);
  await page.until('document.querySelector(".player.one")');
  const count = await page.run<number>('document.querySelectorAll(".episode > li").length');
  const place = async () => [
    await page.run<string | null>('new URLSearchParams(location.search).get("step")'),
    await page.run<number>(
      '[...document.querySelectorAll(".episode > li")].findIndex((step) => step.checkVisibility())',
    ),
    await page.run<number>(
      '[...document.querySelectorAll(".episode > li")].filter((step) => step.checkVisibility()).length',
    ),
    await page.run<string>('document.querySelector(".thumbs [aria-current]").textContent'),
  ];
  const at = (index: number) => [`${index}`, index, 1, `${index}`];
  expect((await place()).slice(1)).toEqual(at(0).slice(1));
  const last = count - 1;
  const next = 'document.querySelector(".playing [aria-label=\\"Next step\\"]")';
  await page.run(`${next}.focus()`);
  await page.press('End', 35);
  if (last > 0) {
    expect(await place()).toEqual(at(last));
    expect(await page.run('document.querySelector(".playing [role=status]").textContent')).toMatch(
      new RegExp(`^Step ${last} of ${last}: .`),
    );
    await page.press('ArrowLeft', 37);
    expect(await place()).toEqual(at(last - 1));
    await page.press('ArrowRight', 39);
    await page.run('history.back()');
    await page.until(`new URLSearchParams(location.search).get("step") === "${last - 1}"`);
    expect(await place()).toEqual(at(last - 1));
    await page.press('Home', 36);
    expect(await place()).toEqual(at(0));
    expect(await page.run(`document.activeElement === ${next}`)).toBe(true);
    const step = new URL(address);
    step.searchParams.set('step', `${last}`);
    await page.visit(step.href);
    await page.until('document.querySelector(".player.one")');
    expect(await place()).toEqual(at(last));
    await page.run(`location.hash = "#step-${last - 1}"`);
    await page.until(`document.querySelectorAll(".episode > li")[${last - 1}].checkVisibility()`);
  }
  await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  const border = (which: string) =>
    page.run<string | null>(
      `(() => { const thumb = document.querySelector(".thumbs a${which}"); return thumb && getComputedStyle(thumb).borderTopColor; })()`,
    );
  expect(await border('[aria-current]')).not.toBe(await border(':not([aria-current])'));
  for (const width of [390, 1280]) {
    await page.show(width, 'dark');
    expect(await faultsAsShown(page)).toEqual([]);
  }
  expect(await page.run('seenErrors')).toEqual([]);
  expect(
    page.foreignRequests(new URL(address).origin).filter((url) => !/^http:\/\/127\.0\.0\.1:/.test(url)),
  ).toEqual([]);
}

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
  expect(await pageOfRun(oracle.runId)).toMatch(/aria-label="held, first time"/);
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
    const address = `${origin}/episodes/${runId}/${task}/1/`;
    expect(await faultsOfPage(seen, address)).toEqual([]);
    await expectPlayer(seen, address);
  }
  expect(await pageOfRun(oracle.runId)).toMatch(/<span class="act">click: link &quot;.+?&quot;<\/span>/);
  expect(await pageOfRun(oracle.runId)).toMatch(/<rect x=|is not in the part of the page/);
  await close();

  // The same over the reports of the run, without a site.
  const serving = execa(
    process.execPath,
    ['harness/cli/main.ts', 'show', labels.runId, task, '--web', '--no-open'],
    {
      cwd: project.folder,
      extendEnv: false,
      env: cleanEnv(),
      stdin: 'ignore',
      reject: false,
    },
  );
  const own = await new Promise<string>((resolve) => {
    let printed = '';
    serving.stdout.on('data', (text) => {
      printed += text;
      const [found] = /http:\/\/127\.0\.0\.1:\d+\/\S+\/(?=\n)/.exec(printed) ?? [];
      if (found) resolve(found);
    });
  });
  expect(own).toContain(`/${labels.runId}/${task}/1/`);
  expect(await faultsOfPage(seen, own)).toEqual([]);
  await expectPlayer(seen, own);
  expect(await seen.run('document.querySelectorAll("img.shot").length')).toBeGreaterThan(1);
  expect(seen.foreignRequests(new URL(own).origin).filter((url) => !url.startsWith(`${origin}/`))).toEqual(
    [],
  );
  serving.kill('SIGINT');
  expect((await serving).exitCode).toBe(0);

  // Why an attempt failed, and the command that plays it again, a click from its run.
  const site = await serveFolder(dist, '/');
  await seen.visit(`${site.origin}/runs/${project.sha}/`);
  await seen.click(`main a[href$="/${noop.runId}/${task}/1/"]`);
  await seen.until(
    `location.pathname === "/episodes/${noop.runId}/${task}/1/" && document.readyState === "complete"`,
  );
  const [end, typed] = await seen.run<string[]>(
    '[document.querySelector("#end").parentElement.innerText, document.querySelector("#yourself + p + pre, #yourself ~ pre").innerText]',
  );
  expect(end).toContain('Observed');
  expect(typed).toContain(`--adapter noop --web hermetic --task ${task}`);
  await site.close();

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
    expect(said).toContain(`--task ${task} --trials 1 --no-save`);
    expect(said).toMatch(
      /First difference from a passed episode\s+(?:This episode is compared with trial \d|No passed episode)/,
    );
    await expectPlayer(seen, `${host.origin}/episodes/?run=${labels.runId}&task=${task}&trial=1`);
    viewed.push(said);
    expect(await view('?run=gone&task=a&trial=1')).toContain(
      'The events of the run gone could not be read (404).',
    );
    expect(await view('?run=..%2Fx&task=a')).toContain('is not a run id');
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
  const plain = await pageOf();
  await plain.send('Emulation.setScriptExecutionDisabled', { value: true });
  const still = await serveFolder(dist, '/');
  await plain.send('Page.navigate', { url: `${still.origin}/episodes/${labels.runId}/${task}/1/?step=1` });
  await plain.until('location.search === "?step=1" && document.readyState === "complete"');
  const listed = await plain.run<boolean[]>(
    '[...document.querySelectorAll(".episode > li")].map((step) => step.checkVisibility())',
  );
  expect(listed.length).toBeGreaterThan(1);
  expect(new Set(listed)).toEqual(new Set([true]));
  expect(await plain.run('document.querySelector(".playing, .thumbs")')).toBe(null);
  expect(await plain.run('document.body.innerText')).toContain(`--task ${task} --no-save`);
  await still.close();
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
