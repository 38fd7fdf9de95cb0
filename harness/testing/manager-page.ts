import type { TestManager } from './manager.ts';
import { pageOf } from './page-of.ts';

/** The manager's page in a browser of its own. */
export async function openPage(address: string) {
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
export async function startRun(ask: TestManager['ask'], configPath: string): Promise<string> {
  return String((await ask('/bench/runs', { body: { configPath } })).body.runId);
}
