import { expect, test } from 'vitest';
import { folderOf } from '../../../testing/folder-of.ts';
import { managerOf } from '../../../testing/manager.ts';
import { openPage, startRun } from '../../../testing/manager-page.ts';
import { commandSuite, skillWorkspace, suiteOf } from '../../../testing/skill-workspace.ts';

test('after the view of one run comes another, every number is of the other; of two in flight the last counts', async () => {
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
  expect(await page.rows('Tasks that ended')).toContainEqual([
    'has_notes',
    'curated_skill',
    'passed',
    'not run',
  ]);
});

test('a run is cancelled on the page, and the token of the address is sent with everything', async () => {
  const { ask, url } = await managerOf(
    await skillWorkspace({ 'bench/slow.yaml': commandSuite('exec sleep 300') }),
    {
      token: 'sesame',
    },
  );
  const page = await openPage(`${url}/bench`);
  await page.until('!document.getElementById("message").hidden');
  expect(await page.run('document.getElementById("message").textContent')).toMatch(/wants a token/);
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

test('several trials are told by domain, by k and by task, and nothing is wider than a narrow screen', async () => {
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
