import { expect, test } from 'vitest';
import { folderOf } from '../../../testing/folder-of.ts';
import { managerOf, type TestManager } from '../../../testing/manager.ts';
import { pageOf } from '../../../testing/page-of.ts';
import { commandSuite, skillWorkspace, suiteOf } from '../../../testing/skill-workspace.ts';

test('a run is started, followed live and shown with its intervals, differences and matrix', async () => {
  const { ask, url } = await managerOf(
    await skillWorkspace({ 'bench/steps.yaml': commandSuite('sleep 0.2') }),
  );
  const page = await openPage(`${url}/bench`);
  await page.until('document.querySelectorAll("#config option").length === 2');
  expect(await page.run('document.getElementById("recent").textContent')).toBe('None yet.');
  await page.choose('bench/steps.yaml');
  // What a person would see pass by.
  await page.run(`
  globalThis.seen = [];
  new MutationObserver(() => seen.push(document.getElementById('progress-text').textContent))
    .observe(document.getElementById('progress'), { subtree: true, childList: true, characterData: true });
`);
  await page.click('#run');
  await page.until('document.querySelector("#view h2")');
  const seen = await page.run<string[]>('seen');
  expect([1, 2, 3].filter((done) => seen.some((text) => text.endsWith(`: ${done} of 3 done`)))).toEqual([
    1, 2, 3,
  ]);
  expect(await page.run('document.getElementById("progress").hidden')).toBe(true);

  await page.choose('bench/suite.yaml');
  await page.click('#deterministic');
  await page.click('#run');
  await page.until('document.querySelector("#view h2")?.textContent.startsWith("two files")');
  const text = await page.run<string>('document.getElementById("view").innerText');
  const { runs } = (await ask('/bench/runs')).body as { runs: { runId: string }[] };
  expect(text).toContain(runs[0]?.runId);
  expect(await page.cards()).toEqual({
    no_skill: ['0 %', '95 % interval 0 % to 65.76 %', '0 of 2 passed'],
    curated_skill: ['100 %', '95 % interval 34.24 % to 100 %', '2 of 2 passed'],
    self_generated_skill: ['50 %', '95 % interval 9.45 % to 90.55 %', '1 of 2 passed'],
  });
  expect((await page.rows('Differences'))[0]).toEqual([
    'curated_skill vs no_skill',
    '+100',
    expect.stringMatching(/^(\+|\u2212)?[\d.]+ to \+[\d.]+$/),
    '+2',
    '2 / 0 / 0',
    '0.5000',
    '1.0000',
    "inconclusive: so few tasks can't reach p < 0.05 (0.5000 at best)",
  ]);
  expect(await page.rows('Tasks under')).toEqual([
    ['has_answerfiles', 'failed: assertion_failed', 'passed', 'passed'],
    ['has_notesfiles', 'failed: assertion_failed', 'passed', 'failed: assertion_failed'],
  ]);
  expect(await page.rows('Error categories')).toEqual([['assertion_failed', '2', '0', '1']]);
  expect(await page.run('document.activeElement.id')).toBe('view-heading');
  expect(page.foreignRequests(url)).toEqual([]);
  expect(await page.run('seenErrors')).toEqual([]);
});

test('text of a config is shown as text', async () => {
  const markup = '<img src=x onerror=seenErrors.push(1)>';
  const { ask, url } = await managerOf(
    await skillWorkspace({
      'bench/markup.yaml': suiteOf(JSON.stringify(markup), ['answer.txt']),
    }),
  );
  const runId = await startRun(ask, 'bench/markup.yaml');
  const page = await openPage(`${url}/bench`);
  await page.until(`document.querySelector('[data-view="${runId}"]')`);
  await page.click(`[data-view="${runId}"]`);
  await page.until('document.querySelector("#view h2")');
  expect(await page.run('document.querySelector("#view h2").textContent')).toContain(markup);
  expect(await page.run('document.querySelector("main img")')).toBe(null);
});

test('a second view replaces all numbers of the first; of two requests in flight the last one counts', async () => {
  const { ask, url } = await managerOf(
    await skillWorkspace({
      'bench/other.yaml': suiteOf('three files', ['answer.txt', 'readme.txt', 'none.txt']),
    }),
  );
  const [a, b] = [await startRun(ask, 'bench/suite.yaml'), await startRun(ask, 'bench/other.yaml')];
  const page = await openPage(`${url}/bench`);
  const view = async (runId: string) => {
    await page.click(`[data-view="${runId}"]`);
    await page.until(`document.querySelector("#view section")?.dataset.run === "${runId}"`);
    return page.run<string>('document.getElementById("view").innerText');
  };
  await page.until('document.querySelectorAll("[data-view]").length === 2');
  const ofB = await view(b);
  const ofA = await view(a);
  expect(ofA).not.toBe(ofB);
  expect(ofA).not.toContain(b);
  expect(await view(b)).toBe(ofB);
  expect(ofB).toContain('33.33 %');
  expect(ofB).not.toMatch(/has_notes|\b100 %|\b50 %|of 2/);
  expect(await page.run('document.getElementById("recent").innerText')).not.toMatch(/\d %/);

  // The answer for A is held until B is on screen.
  await page.run(`
  const fetchNow = globalThis.fetch;
  globalThis.held = Promise.withResolvers();
  globalThis.fetch = async (...asked) => {
    const answer = await fetchNow(...asked);
    if (!String(asked[0]).includes('${a}')) return answer;
    await held.promise;
    const value = await answer.json();
    return { ok: true, json: async () => (globalThis.read = true, value) };
  };
`);
  await page.click(`[data-view="${a}"]`);
  expect(await view(b)).toBe(ofB);
  await page.run('held.resolve()');
  await page.until('globalThis.read');
  expect(await page.run('document.getElementById("view").innerText')).toBe(ofB);
});

test('two marked runs are compared, the older one first', async () => {
  const { ask, url } = await managerOf(
    await skillWorkspace({ 'bench/other.yaml': suiteOf('other', ['answer.txt', 'readme.txt']) }),
  );
  const [a, b] = [await startRun(ask, 'bench/suite.yaml'), await startRun(ask, 'bench/other.yaml')];
  const page = await openPage(`${url}/bench`);
  await page.until('document.querySelectorAll("[data-view]").length === 2');
  expect(await page.run('document.getElementById("compare").disabled')).toBe(true);
  for (const runId of [b, a]) await page.click(`[value="${runId}"]`);
  await page.click('#compare');
  await page.until('document.querySelector("#view h2")');
  expect(await page.run('document.querySelector("#view h2").textContent')).toBe(
    `Comparison of ${a} (A) with ${b} (B)`,
  );
  const rates = await page.rows('Pass rates');
  expect(rates.map((row) => row.at(-1))).toEqual(['+50', '\u221250', '0']);
  expect(await page.rows('Tasks with different outcomes')).toContainEqual([
    'has_notes',
    'curated_skill',
    'passed',
    'not run',
  ]);
});

test('a run is cancelled on the page, and the token of the address is sent with every request', async () => {
  const { ask, url } = await managerOf(
    await skillWorkspace({ 'bench/slow.yaml': commandSuite('exec sleep 300') }),
    {
      token: 'sesame',
    },
  );
  const page = await openPage(`${url}/bench`);
  await page.until('!document.getElementById("message").hidden');
  expect(await page.run('document.getElementById("message").textContent')).toMatch(/requires a token/);
  await page.run('location.hash = "token=sesame"');
  await page.until('document.querySelectorAll("#config option").length === 2');
  await page.choose('bench/slow.yaml');
  await page.click('#run');
  await page.until('!document.getElementById("cancel").hidden');
  // What another one asks for waits, is seen here, and can be cancelled here.
  const later = { configPath: 'bench/suite.yaml', async: true };
  const { body } = await ask('/bench/runs', { body: later, token: 'sesame' });
  await page.until(`document.querySelector('[data-cancel="${body.runId}"]')`);
  expect(await page.run('document.getElementById("active").innerText')).toMatch(
    /one suite at a time.*waiting, next/s,
  );
  await page.click(`[data-cancel="${body.runId}"]`);
  await page.until(`!document.querySelector('[data-cancel="${body.runId}"]')`);
  await page.click('#cancel');
  await page.until('document.querySelector("#view h2")');
  expect(await page.run('document.getElementById("view").innerText')).toMatch(
    /interrupted: results are missing/,
  );
  expect(await page.run('document.getElementById("status").textContent')).toBe('The run was cancelled.');
});

test('several trials are shown by domain, by k and by task, and nothing is wider than a narrow screen', async () => {
  const marks = await folderOf();
  // Fails at first and passes from then on; without a skill it never does.
  const once = `f=${marks}/$SKILLVAULT_BENCH_CONDITION_ID; test -e $f || { touch $f; exit 1; }`;
  const command = `test $SKILLVAULT_BENCH_CONDITION_ID != no_skill && { ${once}; }`;
  const { ask, url } = await managerOf(
    await skillWorkspace({ 'bench/trials.yaml': `execution: { trials: 3 }\n${commandSuite(command)}` }),
  );
  const runId = await startRun(ask, 'bench/trials.yaml');
  const page = await openPage(`${url}/bench`);
  await page.until(`document.querySelector('[data-view="${runId}"]')`);
  await page.click(`[data-view="${runId}"]`);
  await page.until('document.querySelector("#view h2")');
  expect(await page.rows('By domain')).toEqual([
    ['commands', '0 %0 of 3 passed', '66.67 %2 of 3 passed', '66.67 %2 of 3 passed'],
  ]);
  expect(await page.rows('At least one of k')).toEqual([
    ['no_skill', '0 %', '0 %', '0 %'],
    ['curated_skill', '66.67 %', '100 %', '100 %'],
    ['self_generated_skill', '66.67 %', '100 %', '100 %'],
  ]);
  expect((await page.rows('All of k'))[1]).toEqual(['curated_skill', '66.67 %', '33.33 %', '0 %']);
  expect(await page.rows('Flaky tasks')).toEqual([
    ['by_command', 'curated_skill', '2 of 3'],
    ['by_command', 'self_generated_skill', '2 of 3'],
  ]);
  for (const width of [1280, 360])
    for (const scheme of ['light', 'dark']) {
      await page.show(width, scheme);
      expect(await page.run('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
});

/** The manager's page in a browser of its own. */
async function openPage(address: string) {
  const page = await pageOf();
  await page.visit(address);
  const { run } = page;
  const table = (caption: string) =>
    `[...document.querySelectorAll('#view table')].find(({ caption }) => caption.textContent.startsWith('${caption}'))`;
  return {
    ...page,
    choose: (config: string) => run(`document.getElementById('config').value = '${config}'`),
    rows: (caption: string) =>
      run<string[][]>(
        `[...${table(caption)}.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent))`,
      ),
    cards: () =>
      run<Record<string, string[]>>(
        `Object.fromEntries([...document.querySelectorAll('.card')].map((card) =>
          [card.dataset.condition, [...card.querySelectorAll('p')].map((line) => line.textContent)]))`,
      ),
  };
}

/** Runs a suite to its end; the id of the run. */
async function startRun(ask: TestManager['ask'], configPath: string): Promise<string> {
  return String((await ask('/bench/runs', { body: { configPath } })).body.runId);
}
