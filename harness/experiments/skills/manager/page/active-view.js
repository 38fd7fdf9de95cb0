import { element, table } from './elements.js';

/** @typedef {import('../active-runs.ts').ListedRun} ListedRun */

/**
 * The running and waiting runs; null if there are none.
 * @param {{ atOnce: number, runs: ListedRun[] }} active
 * @param {(runId: string) => void} cancel
 */
export function activeView({ atOnce, runs }, cancel) {
  if (runs.length === 0) return null;
  const rows = runs.map(({ runId, configPath, label, before }) => {
    const button = element(
      'button',
      { type: 'button', 'data-cancel': runId, 'aria-label': `Cancel ${runId}` },
      'Cancel',
    );
    button.addEventListener('click', () => {
      button.setAttribute('disabled', '');
      cancel(runId);
    });
    return [
      { content: element('div', {}, label ?? configPath, element('span', { class: 'interval' }, runId)) },
      configPath,
      before === null ? 'running' : before === 0 ? 'waiting, next' : `waiting, ${before} before it`,
      { content: button },
    ];
  });
  const most = atOnce === 1 ? 'one suite at a time' : `${atOnce} suites at a time`;
  return table(`Running and waiting: ${most}`, ['Run', 'Config', 'State', 'Cancel'], rows);
}
