import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { thisProject } from '../../harness/cli/this-project.ts';
import { buildSite } from '../../harness/testing/build-site.ts';
import { exampleShas } from '../../harness/testing/example-history.ts';
import { folderOf } from '../../harness/testing/folder-of.ts';
import { pageOf } from '../../harness/testing/page-of.ts';
import { serveFolder } from '../../harness/testing/serve-folder.ts';
import { servedExample } from '../../harness/testing/served-example.ts';
import { buildDemo, demoTasks, writeDemo } from '../demo/demo.ts';

const { base, origin, page, close } = await servedExample();
const [first = '', second = '', third = ''] = exampleShas;
afterAll(close);

test('without scripts the numbers, the pairs and the failed clause can be read', async () => {
  const page = await pageOf();
  await page.send('Emulation.setScriptExecutionDisabled', { value: true });
  const text = async (path: string) => {
    await page.send('Page.navigate', { url: origin + path });
    await page.until(`location.pathname === '${base}${path.slice(1)}' && document.readyState === 'complete'`);
    return page.run<string>('document.body.innerText');
  };
  expect(await text('/agents/')).toMatch(/10 \/ 10\s+100\.0 %\s+on these tasks: 72\.2 to 100\.0 %/);
  expect(await text('/agents/compare/')).toMatch(/A passed 9 \/ 10/);
  expect(await text(`/runs/${second}/`)).toContain('no element matches h1');
  expect(await text('/agents/')).not.toContain('Filter');
  const trends = await text('/agents/over-time/');
  expect(trends).toMatch(/\b9 \/ 10, 59\.6 to 98\.2 %/);
  // No title of a chart that nobody draws, and no button that does nothing.
  expect(trends.match(/Median duration of an episode/g)).toHaveLength(
    await page.run<number>('document.querySelectorAll("figure table").length'),
  );
  expect(
    await page.run(
      '[...document.querySelectorAll("figure button")].some((button) => button.checkVisibility())',
    ),
  ).toBe(false);
});

test('a search finds tasks and sections of documents, and its words are in the address', async () => {
  await page.visit(`${origin}/search/?q=eiffel`);
  const found = (part: string) =>
    `[...document.querySelectorAll('#found a')].some((a) => a.pathname.includes('${part}'))`;
  await page.until(found('/tasks/task-03-wikipedia-eiffel-height/'));
  await page.run(
    'document.querySelector("main input[name=q]").value = "comparability"; document.querySelector("main input[name=q]").dispatchEvent(new Event("input", { bubbles: true }))',
  );
  await page.until(found('/docs/'));
  expect(await page.run('location.search')).toBe('?q=comparability');
  expect(await page.run('seenErrors')).toEqual([]);
});

test('light or dark is chosen on one page and holds on the next', async () => {
  const page = await pageOf();
  await page.show(1280, 'light');
  const paper = () => page.run('getComputedStyle(document.body).backgroundColor');
  await page.visit(`${origin}/evidence/method/`);
  const light = await paper();
  await page.click('button.theme');
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.visit(`${origin}/runs/`);
  expect(await paper()).toBe(dark);
  expect(await page.run('document.documentElement.dataset.theme')).toBe('dark');
});

test('sort and filter are in the address, and the address gives the same view again', async () => {
  await page.visit(`${origin}/agents/`);
  const view = () =>
    page.run<string[]>(
      '[...document.querySelectorAll("tr[data-run][data-suite=webvoyager]")].filter((row) => !row.hidden).map((row) => row.cells[1].textContent.trim())',
    );
  expect(await view()).toHaveLength(2);
  await page.click('th[data-sort=name] button');
  const ascending = await view();
  await page.click('th[data-sort=name] button');
  expect(await view()).toEqual(ascending.toReversed());
  await page.run(
    'document.querySelector("main input[name=q]").value = "chrome"; document.querySelector("main input[name=q]").dispatchEvent(new Event("input", { bubbles: true }))',
  );
  const shown = await view();
  expect(shown).toEqual([expect.stringContaining('chrome-devtools')]);
  expect(await page.run('document.querySelector("form.filter [role=status]").textContent')).toBe(
    // Three of this site, and the claim.
    '1 of 4 rows',
  );
  const address = await page.run<string>('location.href');
  expect(address).toBe(`${origin}/agents/?sort=-name&q=chrome`);

  const again = await pageOf();
  await again.visit(address);
  expect(await again.run('document.querySelector("th[data-sort=name]").getAttribute("aria-sort")')).toBe(
    'descending',
  );
  expect(
    await again.run(
      '[...document.querySelectorAll("table.sortable tbody tr")].filter((row) => !row.hidden).length',
    ),
  ).toBe(1);
});

test('chips are in the address, of one group any and of several all; a table without a row that fits is gone', async () => {
  const page = await pageOf();
  await page.visit(`${origin}/agents/`);
  const check = (name: string, value: string) =>
    page.run(`document.querySelector("input[name=${name}][value='${value}']").click()`);
  const view = () =>
    page.run<string[]>(
      '[...document.querySelectorAll("tr[data-run]")].filter((row) => row.checkVisibility()).map((row) => row.dataset.server)',
    );
  const all = await view();
  const listed = all.filter((server) => ['chrome-devtools', 'playwright'].includes(server));
  expect(listed.length).toBeLessThan(all.length);
  await check('server', 'chrome-devtools');
  expect(new Set(await view())).toEqual(new Set(['chrome-devtools']));
  await check('server', 'playwright');
  expect(await view()).toEqual(listed);
  expect(await page.run('location.search')).toBe('?server=chrome-devtools+playwright');
  expect(
    await page.run<number>(
      '[...document.querySelectorAll(".chips")].filter((group) => group.querySelectorAll("input").length < 2).length',
    ),
  ).toBe(0);
  await page.visit(`${origin}/agents/?server=none`);
  expect(await view()).toEqual([]);
  expect(
    await page.run(
      '[...document.querySelectorAll("table.sortable")].some((table) => table.checkVisibility())',
    ),
  ).toBe(false);
});

test('from the leaderboard to the failed clause, the task and its history', async () => {
  await page.visit(`${origin}/runs/`);
  await page.click(`a[href^="${base}runs/${second}/"]`);
  await page.until(`location.pathname === '${base}runs/${second}/'`);
  await page.until('document.querySelector("tr.why code")?.textContent.includes("postconditions[1]")');
  expect(await page.run('document.querySelector(".change").textContent')).toMatch(
    /with 10 \/ 10 passed\. This run has 9 \/ 10/,
  );
  await page.click(`a[href="${base}tasks/task-02-mdn-fetch-syntax/"]`);
  await page.until(
    `location.pathname === "${base}tasks/task-02-mdn-fetch-syntax/" && document.querySelector("#history")`,
  );
  expect(await page.run('document.querySelector("#history").parentElement.textContent')).toMatch(
    /2 of 3 episodes passed/,
  );
});

test('the episodes of a commit are saved as a table that is made in the browser', async () => {
  await page.visit(`${origin}/runs/${second}/`);
  await page.run(
    'globalThis.saved = []; const make = URL.createObjectURL; URL.createObjectURL = (blob) => { saved.push(blob); return make(blob); }',
  );
  await page.click('button[data-csv-of]');
  await page.until('saved.length === 1');
  const [head = '', ...rows] = (await page.run<string>('saved[0].text()')).trimEnd().split('\r\n');
  expect(head).toMatch(/^sha,date,runId,.*,synthetic$/);
  expect(rows.filter((row) => row.startsWith(`${second},`) && row.endsWith(',true'))).toHaveLength(20);
  expect(await page.run('seenErrors')).toEqual([]);
});

test('any two runs are compared from the address, and two that differ in their key get no difference', async () => {
  const runs = (a: string, b: string) => `${origin}/agents/compare/?a=${a}&b=${b}`;
  await page.visit(runs(`${first}@run-0-0`, `${second.slice(0, 5)}@run-1-0`));
  await page.until('!document.querySelector("#chosen").hidden');
  const chosen = () => page.run<string>('document.querySelector("#chosen").innerText');
  expect(await chosen()).toMatch(
    /B passed 0 tasks more often, 1 less often, 9 as often: it is not significantly different/,
  );
  await page.visit(runs(`${first}@run-0-0`, `${first}@hostile`));
  await page.until('!document.querySelector("#chosen").hidden');
  expect(await chosen()).toMatch(/Not comparable: other suite/);
  expect(await chosen()).not.toMatch(/better in B|worse in B|95 %/);
  await page.visit(runs('zz', third));
  await page.until(
    'document.querySelector("#compare [role=status]").textContent.includes("is not a commit")',
  );
});

test('two servers are set side by side from the address: what differs, and with a tick all of it', async () => {
  const folder = await folderOf();
  const [results, dist] = [join(folder, 'results'), join(folder, 'dist')];
  await cp(join(thisProject.root, 'results', 'servers'), join(results, 'servers'), { recursive: true });
  await buildSite(dist, { RESULTS_DIR: results });
  const served = await serveFolder(dist, '/');
  onTestFinished(() => served.close());
  const page = await pageOf();
  await page.visit(`${served.origin}/servers/playwright/`);
  expect(await page.run('document.querySelector("code.play + button.copy")?.textContent')).toBe('Copy');
  await page.visit(`${served.origin}/servers/compare/?a=playwright&b=chrome-devtools`);
  const shown = () =>
    page.run<string[][]>(
      '[...document.querySelectorAll("#side-by-side tr[data-row]")].filter((row) => !row.hidden).map((row) => [...row.cells].filter((cell) => !cell.hidden).map((cell) => cell.textContent))',
    );
  const differing = await shown();
  expect(differing.length).toBeGreaterThan(0);
  for (const [, one, other, ...more] of differing) expect([one === other, more]).toEqual([false, []]);
  await page.click('input[name=same]');
  expect((await shown()).length).toBeGreaterThan(differing.length);
  expect(await page.run('location.search')).toBe('?a=playwright&b=chrome-devtools&same=1');

  // Two releases by the address; the column of each is loaded.
  await page.visit(`${served.origin}/servers/compare/?a=playwright@0.0.78&b=playwright@0.0.83`);
  await page.until('document.querySelectorAll("#side-by-side th[data-server*=\\"@\\"]").length === 2');
  await page.until(
    '/^\\d+ difference/.test(document.querySelector("#two-servers [role=status]").textContent)',
  );
  expect((await shown()).find(([name]) => name === 'Version')).toEqual(['Version', '0.0.78', '0.0.83']);
  expect((await shown()).filter(([name]) => name?.includes('tokens per task'))).toHaveLength(2);
  expect(await page.run('document.querySelector("[data-part=Cost] .not-compared").checkVisibility()')).toBe(
    false,
  );

  await page.visit(`${served.origin}/servers/releases/`);
  expect(await page.run('document.querySelectorAll(".release-chart svg[role=img]").length')).toBeGreaterThan(
    1,
  );
  expect(await page.run('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await page.run('seenErrors')).toEqual([]);
});

test('a command is copied as it stands', async () => {
  const page = await pageOf();
  await page.visit(`${origin}/evidence/`);
  await page.run(
    'globalThis.copied = []; navigator.clipboard.writeText = async (text) => { copied.push(text); }; true',
  );
  await page.click('main pre + button.copy');
  await page.until('document.querySelector("main pre + button.copy").textContent === "Copied"');
  expect(await page.run('copied')).toEqual([
    await page.run('document.querySelector("main pre").textContent'),
  ]);
});

test('two rows are chosen on the leaderboard by check boxes and compared', async () => {
  await page.visit(`${origin}/agents/`);
  await page.click('table.sortable tbody tr:nth-child(1) .choose');
  expect(await page.run('document.querySelector("#two").textContent')).toBe(
    'Choose one more row to compare.',
  );
  await page.click('table.sortable tbody tr:nth-child(2) .choose');
  await page.visit(await page.run<string>('document.querySelector("#two a").href'));
  await page.until('document.querySelector("#chosen .pair")');
  expect(await page.run('document.querySelector("#chosen dl").textContent')).toMatch(
    /^A.+playwright.+B.+on /,
  );
});

test('each chart is drawn over its table when it comes near', async () => {
  await page.visit(`${origin}/agents/over-time/`);
  const count = await page.run<number>('document.querySelectorAll("canvas").length');
  expect(count).toBe(4);
  for (let index = 0; index < count; index++) {
    await page.run(`document.querySelectorAll("canvas")[${index}].scrollIntoView()`);
    await page.until(`"drawn" in document.querySelectorAll("canvas")[${index}].dataset`);
  }
  expect(await page.run('document.querySelector("figure:has(canvas) details").open')).toBe(false);
  expect(await page.run('seenErrors')).toEqual([]);
});

test('score by cost is a picture without scripts, and a chart with them', async () => {
  const folder = await folderOf();
  const taskIds = await demoTasks(thisProject.tasks, 5);
  const scale = { commits: 1, taskIds, runsPerCommit: 3, rows: 3, trials: 1, seed: 1 };
  const dist = join(folder, 'dist');
  buildDemo(writeDemo(join(folder, 'demo'), thisProject.results, scale), dist);
  const served = await serveFolder(dist, '/');
  onTestFinished(() => served.close());
  const page = await pageOf();
  await page.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.send('Page.navigate', { url: `${served.origin}/agents/cost/` });
  await page.until('location.pathname === "/agents/cost/" && document.readyState === "complete"');
  const circles = await page.run<number>('document.querySelectorAll(".pareto svg circle").length');
  expect(circles).toBeGreaterThan(1);
  await page.send('Emulation.setScriptExecutionDisabled', { value: false });
  await page.visit(`${served.origin}/agents/cost/`);
  const drawn = () => page.run<number>('Number(document.querySelector(".pareto canvas")?.dataset.drawn)');
  await page.until('document.querySelector(".pareto canvas")?.dataset.drawn > 0');
  expect(await page.run('document.querySelector(".pareto svg")')).toBeNull();
  const all = await drawn();
  const [name, value] = await page.run<string[]>(
    '(({ name, value }) => [name, value])(document.querySelector("form.filter input[type=checkbox]"))',
  );
  const chip = `document.querySelector("form.filter input[name=${name}][value='${value}']")`;
  await page.run(`${chip}.click()`);
  const some = await drawn();
  expect(some).toBeLessThan(all);
  expect(await page.run('location.search')).toBe(`?${name}=${value}`);
  expect(await page.run('document.querySelector("form.filter [role=status]").textContent')).toBe(
    `${await page.run('[...document.querySelectorAll(".pareto canvas")].reduce((sum, { dataset }) => sum + Number(dataset.drawn), 0)')} of ${circles} rows`,
  );
  // A filtered address gives the same chart again, and a click on a point opens the page of its row.
  await page.visit(`${served.origin}/agents/cost/?${name}=${value}`);
  await page.until(`document.querySelector(".pareto canvas")?.dataset.drawn === "${some}"`);
  const place = await page.run<Record<'left' | 'top' | 'width' | 'height', number>>(
    `(() => {
      const canvas = [...document.querySelectorAll(".pareto canvas")].find(({ dataset }) => dataset.drawn > 0);
      canvas.scrollIntoView({ block: "center", behavior: "instant" });
      return canvas.getBoundingClientRect().toJSON();
    })()`,
  );
  // The pointer looks for the point, as a person does: clicks beside it, one after the other, delay the page that the hit opens.
  const spots = range(place.width).flatMap((x) => range(place.height).map((y) => ({ x, y })));
  const isOnPoint = '[...document.querySelectorAll(".pareto canvas.on-point")].length > 0';
  const settled = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(${isOnPoint}))))`;
  for (const { x, y } of spots) {
    const at = { x: place.left + x, y: place.top + y, button: 'left', clickCount: 1 } as const;
    await page.send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved', button: 'none' });
    if (!(await page.run<boolean>(isOnPoint)) || !(await page.run<boolean>(settled))) continue;
    await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
    await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
    break;
  }
  await page.until('location.pathname.startsWith("/rows/")');
  expect(await page.run('seenErrors')).toEqual([]);
});

test('keys walk along the lines of a chart that are not hidden, and Enter opens the run', async () => {
  await page.visit(`${origin}/agents/over-time/`);
  await page.run('document.querySelector("canvas").focus()');
  await page.until('"drawn" in document.querySelector("canvas").dataset');
  const labels = await page.run<string[]>(
    '[...document.querySelectorAll("figure:has(canvas) .key button")].map((button) => button.textContent.trim())',
  );
  const said = () => page.run<string>('document.querySelector("figure:has(canvas) [role=status]").innerText');
  await page.press('ArrowLeft', 37);
  expect(await said()).toContain(`${labels[0]}, ${third.slice(0, 9)}`);
  await page.click('.key button');
  expect(await page.run('document.querySelector(".key button").ariaPressed')).toBe('false');
  await page.press('ArrowLeft', 37);
  await page.press('ArrowLeft', 37);
  expect(await said()).toContain(`${labels[1]}, ${second.slice(0, 9)}`);
  await page.press('Enter', 13);
  await page.until(`location.pathname.startsWith('${base}runs/${second}/')`);
});

test('the keyboard alone gets from the top of the page to a sorted table and a run', async () => {
  await page.visit(`${origin}/agents/`);
  const focused = () => page.run<string>('document.activeElement.textContent.trim()');
  await page.press('Tab', 9);
  expect(await focused()).toBe('Skip to the content');
  await page.press('Enter', 13);
  for (let steps = 0; steps < 30 && (await focused()) !== 'Passed'; steps++) await page.press('Tab', 9);
  expect(await focused()).toBe('Passed');
  await page.press('Enter', 13);
  await page.until(
    'document.querySelector("th[data-sort=passed]").getAttribute("aria-sort") === "descending"',
  );
  for (let steps = 0; steps < 20 && !/^c{9}$/.test(await focused()); steps++) await page.press('Tab', 9);
  await page.press('Enter', 13);
  await page.until(`location.pathname === '${base}runs/${third}/'`);
});

/** Every 10th number below `end`. */
function range(end: number): number[] {
  return Array.from({ length: Math.floor(end / 10) }, (_, at) => at * 10);
}
