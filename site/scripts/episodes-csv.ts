import { episodesCsv } from '../data/episodes-csv.ts';
import { fetchResults } from './fetch-results.ts';

/** A button next to the link to a commit's JSON saves it as a table, one line per episode; `data-run` limits it to one run. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-csv-of]')) {
  button.addEventListener('click', () => void save(button));
  button.hidden = false;
}

async function save(button: HTMLButtonElement): Promise<void> {
  const { csvOf: sha = '', root = '/', run, folder = null, synthetic } = button.dataset;
  const said = button.parentElement?.querySelector('[role=status]');
  try {
    const results = await fetchResults(root, { sha, archive: null, folder }, run ?? '');
    const runs = results.runs.filter(({ runId }) => run === undefined || runId === run);
    const stamp = { asOf: null, ...(synthetic !== undefined && { synthetic: true as const }) };
    offer(`${sha}${run === undefined ? '' : `-${run}`}.csv`, episodesCsv({ ...results, runs }, stamp));
    if (said) said.textContent = '';
  } catch (error) {
    if (said) said.textContent = error instanceof Error ? error.message : String(error);
  }
}

function offer(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Long after the browser has started to save it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
