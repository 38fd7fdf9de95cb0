import { activeView } from './active-view.js';
import { ask, eventsOf } from './api.js';
import { compareView } from './compare-view.js';
import { element, localTime, table } from './elements.js';
import { runView } from './run-view.js';

/** @typedef {import('../../../../results/records/skill-run.ts').SkillRun} SkillRun */
/** @typedef {import('../run-store.ts').IndexEntry} IndexEntry */
/** @typedef {import('../find-configs.ts').ConfigEntry} ConfigEntry */
/** @typedef {import('../active-runs.ts').ListedRun} ListedRun */

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 */
function byId(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`no ${type.name} ${id}`);
  return found;
}

const form = byId('start', HTMLFormElement);
const config = byId('config', HTMLSelectElement);
const label = byId('label', HTMLInputElement);
const deterministic = byId('deterministic', HTMLInputElement);
const runButton = byId('run', HTMLButtonElement);
const cancelButton = byId('cancel', HTMLButtonElement);
const compareButton = byId('compare', HTMLButtonElement);
const progress = byId('progress', HTMLElement);
const progressText = byId('progress-text', HTMLElement);
const progressBar = byId('progress-bar', HTMLProgressElement);
const progressResults = byId('progress-results', HTMLElement);
const status = byId('status', HTMLElement);
const message = byId('message', HTMLElement);
const view = byId('view', HTMLElement);
const recent = byId('recent', HTMLElement);
const active = byId('active', HTMLElement);

/** Interval between two requests for the running and waiting runs, while there are some. */
const lookMs = 1000;

/** Counts requests to show something: only the answer to the last one is shown. */
let asked = 0;

/** @type {string | null} */
let running = null;

/** @param {unknown} error */
function showError(error) {
  message.textContent = error instanceof Error ? error.message : String(error);
  message.hidden = false;
}

/**
 * Shows the whole result of `make`, unless something else was requested meanwhile.
 * @param {() => Promise<HTMLElement>} make
 */
async function show(make) {
  asked += 1;
  const turn = asked;
  message.hidden = true;
  try {
    const made = await make();
    if (turn !== asked) return;
    view.replaceChildren(made);
    made.querySelector('h2')?.focus();
  } catch (error) {
    if (turn === asked) showError(error);
  }
}

/** @param {string} runId */
async function runOf(runId) {
  return { runId, run: /** @type {SkillRun} */ (await ask(`/runs/${encodeURIComponent(runId)}`)) };
}

/** @param {string} runId */
function showRun(runId) {
  return show(async () => runView(runId, (await runOf(runId)).run));
}

async function listConfigs() {
  const { configs } = /** @type {{ configs: ConfigEntry[] }} */ (await ask('/configs'));
  config.replaceChildren(...configs.map(({ id }) => element('option', { value: id }, id)));
  runButton.disabled = configs.length === 0;
  if (configs.length === 0)
    config.append(element('option', { value: '' }, 'none in bench/, benchmarks/ or docs/examples/'));
}

async function listRuns() {
  const { runs } = /** @type {{ runs: IndexEntry[] }} */ (await ask('/runs'));
  compareButton.disabled = true;
  if (runs.length === 0) return recent.replaceChildren(element('p', { class: 'quiet' }, 'None yet.'));
  recent.replaceChildren(
    table('Newest first', ['Run', 'Config', 'Saved', 'Commit', 'View', 'Compare'], runs.map(rowOf)),
  );
}

/** The list shown last, and whether a request is due. */
let listed = '';
let looking = false;

/** Shows all running and waiting runs, whoever started them, while there are some. */
async function listActive() {
  if (looking) return;
  looking = true;
  try {
    for (let isMore = true; isMore; ) {
      const found = /** @type {{ atOnce: number, runs: ListedRun[] }} */ (await ask('/active'));
      isMore = found.runs.length > 0;
      // An unchanged list stays in the page, with its focus.
      if (JSON.stringify(found) !== listed) {
        listed = JSON.stringify(found);
        const made = activeView(found, cancel);
        active.replaceChildren(...(made ? [made] : []));
        active.hidden = made === null;
      }
      if (isMore) await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  } finally {
    looking = false;
  }
}

/** @param {string} runId */
function cancel(runId) {
  ask(`/runs/${encodeURIComponent(runId)}/active`, { method: 'DELETE' }).catch(showError);
}

/** @param {IndexEntry} entry */
function rowOf({ runId, label: name, configPath, createdAt, gitCommit }) {
  const shown = element(
    'button',
    { type: 'button', 'data-view': runId, 'aria-label': `View ${runId}` },
    'View',
  );
  shown.addEventListener('click', () => showRun(runId));
  const mark = element('input', {
    type: 'checkbox',
    value: runId,
    'aria-label': `Mark ${runId} for comparison`,
  });
  mark.addEventListener('change', () => {
    compareButton.disabled = marked().length !== 2;
  });
  return [
    { content: element('div', {}, name ?? configPath, element('span', { class: 'interval' }, runId)) },
    configPath,
    { content: localTime(createdAt) },
    gitCommit ?? '–',
    { content: shown },
    { content: mark },
  ];
}

/** The marked runs, the older one first. */
function marked() {
  return [...recent.querySelectorAll('input')]
    .filter(({ checked }) => checked)
    .map(({ value }) => value)
    .reverse();
}

/** @param {string} runId */
async function follow(runId) {
  for await (const { event, data } of eventsOf(runId)) {
    if (event === 'end') return data;
    if (event === 'waiting') {
      const { before } = data;
      progressText.textContent = `${runId} waits: ${before === 0 ? 'it is next' : `${before} begin before it`}`;
      continue;
    }
    const { done, total, result } = data;
    progressBar.max = total;
    progressBar.value = done;
    progressText.textContent = `Running ${runId}: ${done} of ${total} done`;
    const ended = result.passed ? 'passed' : result.error_category;
    progressResults.prepend(
      element(
        'li',
        {},
        `${result.condition_id} / ${result.task_id}: `,
        element('span', { class: result.passed ? 'passed' : 'failed' }, ended),
      ),
    );
  }
  throw new Error(`The connection to the events of ${runId} was lost.`);
}

async function start() {
  // A new run hides the view of another run, unless the user opens it again.
  asked += 1;
  const turn = asked;
  view.replaceChildren();
  message.hidden = true;
  runButton.disabled = true;
  progressResults.replaceChildren();
  progressBar.removeAttribute('value');
  progressText.textContent = `Starting ${config.value}`;
  progress.hidden = false;
  status.textContent = 'The run has started.';
  try {
    const body = {
      configPath: config.value,
      deterministic: deterministic.checked,
      async: true,
      ...(label.value.trim() && { label: label.value }),
    };
    const { runId } = /** @type {{ runId: string }} */ (await ask('/runs', { method: 'POST', body }));
    running = runId;
    cancelButton.hidden = false;
    listActive().catch(showError);
    const end = await follow(runId);
    if (end.status === 'cancelled') {
      status.textContent = 'The run was cancelled before it began, so it has no results.';
      return;
    }
    if (end.error) throw new Error(`${end.error.code}: ${end.error.error}`);
    status.textContent = end.status === 'complete' ? 'The run has ended.' : 'The run was cancelled.';
    await listRuns();
    if (turn === asked) await showRun(runId);
    if (end.notSaved)
      showError(
        new Error(`Not saved: ${end.notSaved}. A saved run needs metadata.model_label in the suite.`),
      );
  } catch (error) {
    status.textContent = '';
    showError(error);
  } finally {
    running = null;
    progress.hidden = true;
    cancelButton.hidden = true;
    cancelButton.disabled = false;
    runButton.disabled = false;
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void start();
});

cancelButton.addEventListener('click', () => {
  if (running === null) return;
  cancelButton.disabled = true;
  cancel(running);
});

compareButton.addEventListener('click', () => {
  const [a, b] = marked();
  if (a === undefined || b === undefined) return;
  void show(async () => compareView(...(await Promise.all([runOf(a), runOf(b)]))));
});

async function load() {
  message.hidden = true;
  try {
    await Promise.all([listConfigs(), listRuns()]);
    listActive().catch(showError);
  } catch (error) {
    showError(error);
  }
}

addEventListener('hashchange', () => void load());
await load();
