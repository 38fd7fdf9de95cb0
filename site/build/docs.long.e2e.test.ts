import { afterAll, expect, test } from 'vitest';
import { faultsAsShown } from '../../harness/testing/faults-of-page.ts';
import { pageOf } from '../../harness/testing/page-of.ts';
import { servedExample } from '../../harness/testing/served-example.ts';
import { docParts } from './doc-parts.ts';

const { base, origin, close } = await servedExample();
afterAll(close);

test('a document has the sidebar of four parts, its outline, a link for each heading, and neighbours', async () => {
  const page = await pageOf();
  await page.show(1280, 'light');
  await page.visit(`${origin}/docs/`);
  const shownTexts = (of: string) =>
    page.run<string[]>(
      `[...document.querySelectorAll(${JSON.stringify(of)})].filter((each) => each.checkVisibility()).map((each) => each.textContent.trim())`,
    );
  expect(await shownTexts('.docs-sidebar nav summary')).toEqual(docParts.map(({ name }) => name));
  expect((await shownTexts('.docs-text .cards a')).length).toBeGreaterThan(20);
  await page.visit(`${origin}/docs/glossary/`);
  expect(await shownTexts('.docs-sidebar [aria-current=page]')).toEqual(['Glossary']);
  const headings = await page.run<string[]>(
    '[...document.querySelectorAll(".prose :is(h2, h3)")].map(({ id }) => "#" + id)',
  );
  const targets = (of: string) =>
    page.run<string[]>(`[...document.querySelectorAll("${of}")].map((a) => a.getAttribute("href"))`);
  expect(await targets('.docs-outline a')).toEqual(headings);
  expect(await targets('.prose .anchor')).toEqual(headings);
  await page.run('document.querySelector(".prose .anchor").focus({ focusVisible: true })');
  expect(await page.run('getComputedStyle(document.querySelector(".prose .anchor")).opacity')).toBe('1');
  const [previous = ''] = await targets('.docs-next [rel=prev]');
  await page.visit(new URL(previous, origin).href);
  expect(await targets('.docs-next [rel=next]')).toEqual([`${base}docs/glossary/`]);
  expect(await page.run('seenErrors')).toEqual([]);
});

test('on a phone and without scripts sidebar and outline of a document open by themselves', async () => {
  const page = await pageOf();
  await page.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.show(390, 'dark');
  await page.send('Page.navigate', { url: `${origin}/docs/ci/` });
  await page.until(`location.pathname === '${base}docs/ci/' && document.readyState === 'complete'`);
  const shown = (of: string) =>
    page.run<number>(
      `[...document.querySelectorAll("${of}")].filter((each) => each.checkVisibility()).length`,
    );
  expect(await shown('.docs-sidebar nav a, .docs-outline a, button.copy')).toBe(0);
  expect(await shown('.prose .anchor')).toBeGreaterThan(1);
  await page.click('.docs-sidebar > summary');
  await page.click('.docs-outline > summary');
  expect(await shown('.docs-sidebar nav a')).toBeGreaterThan(3);
  expect(await shown('.docs-outline a')).toBeGreaterThan(1);
});

test('axe finds nothing in the open sidebar and outline of a document', async () => {
  const page = await pageOf();
  for (const [width, scheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.show(width, scheme);
    await page.visit(`${origin}/docs/ci/`);
    await page.run('for (const each of document.querySelectorAll(".docs details")) each.open = true');
    expect(await faultsAsShown(page)).toEqual([]);
  }
});

test('a block of a document is copied by a button in its corner', async () => {
  const page = await pageOf();
  await page.visit(`${origin}/docs/ci/`);
  expect(await page.run('document.querySelectorAll(".prose pre:not(.code > pre:has(+ .copy))").length')).toBe(
    0,
  );
  await page.run(
    'globalThis.copied = []; navigator.clipboard.writeText = async (text) => { copied.push(text); }; true',
  );
  await page.click('.prose pre + button.copy');
  await page.until('copied.length === 1');
  expect(await page.run('copied[0] === document.querySelector(".prose pre").textContent')).toBe(true);
});
