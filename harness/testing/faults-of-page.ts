import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { pageOf } from './page-of.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Runs = { run<T>(script: string): Promise<T> };

/** What axe finds in a page as it is shown now, and how far it scrolls sideways. */
export async function faultsAsShown({ run }: Runs): Promise<string[]> {
  await run(axe);
  const found = await run<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`,
  );
  const wide = await run<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  return [...(wide > 0 ? [`scrolls sideways by ${wide} px`] : []), ...found];
}

/**
 * What is wrong with a page of the site as it is looked at: errors in the console, sideways scroll at 360 px, and what
 * axe finds, in light and dark. An empty list is the page as it should be.
 */
export async function faultsOfPage(
  page: Awaited<ReturnType<typeof pageOf>>,
  address: string,
): Promise<string[]> {
  await page.show(1280, 'light');
  await page.visit(address);
  const faults: string[] = [];
  for (const [width, scheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.show(width, scheme);
    const shown = await faultsAsShown(page);
    faults.push(...shown.map((fault) => `${width} px, ${scheme}: ${fault}`));
  }
  faults.push(...(await page.run<string[]>('seenErrors')));
  return faults.map((fault) => `${address}: ${fault}`);
}
