import { expect, test } from 'vitest';
import { managerOf } from '../../../testing/manager.ts';
import { openPage, startRun } from '../../../testing/manager-page.ts';
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
