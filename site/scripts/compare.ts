import {
  compareRuns,
  type DistinguishedGroup,
  type Pair,
  type RunAt,
  tableWords,
} from '../../harness/publish/board/compare-runs.ts';
import { compared, shortSha } from '../../harness/publish/board/format.ts';
import { fetchResults, type PublishedCommit } from './fetch-results.ts';

type NamedRow = { sha: string; runId: string } & Parameters<typeof compared>[0];
type NamedGroup = { suite: string; superseded: boolean; rows: readonly NamedRow[] };

type Commits = {
  commits: (PublishedCommit & {
    subject: string;
    runs: { runId: string; suite: string; label: string }[];
  })[];
};

const form = document.querySelector<HTMLFormElement>('#compare');
const chosen = document.querySelector<HTMLElement>('#chosen');
if (form && chosen) start(form, chosen);

/** The two runs are in the address, as `?a=<commit>@<run>&b=<commit>@<run>`; a commit alone means its first run. */
function start(form: HTMLFormElement, chosen: HTMLElement): void {
  const root = form.dataset.root ?? '/';
  const status = form.querySelector<HTMLElement>('[role=status]');

  const show = async () => {
    const asked = new URLSearchParams(location.search);
    for (const name of ['a', 'b']) input(form, name).value = asked.get(name) ?? '';
    if (!asked.get('a') || !asked.get('b')) {
      chosen.hidden = true;
      return;
    }
    say('Loading the two runs.');
    try {
      const [a, b, groups] = await Promise.all([
        find(root, asked.get('a') ?? ''),
        find(root, asked.get('b') ?? ''),
        groupsOf<DistinguishedGroup>(root, 'relations'),
      ]);
      chosen.hidden = false;
      chosen.querySelector('div')?.replaceChildren(tableOf(compareRuns(a, b, tableWords(groups, a, b))));
      say('');
    } catch (error) {
      chosen.hidden = true;
      say(error instanceof Error ? error.message : String(error));
    }
  };
  const say = (text: string) => {
    if (status) status.textContent = text;
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const query = new URLSearchParams();
    for (const name of ['a', 'b']) query.set(name, input(form, name).value.trim());
    history.pushState(null, '', `?${query}`);
    void show();
  });
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) void offer(root, target);
  });
  addEventListener('popstate', () => void show());
  void show();
  void offerRows(root, [input(form, 'a'), input(form, 'b')]);
}

function input(form: HTMLFormElement, name: string): HTMLInputElement {
  const found = form.elements.namedItem(name);
  if (!(found instanceof HTMLInputElement)) throw new Error(`no input ${name}`);
  return found;
}

/** Suggests rows of the leaderboard, by name, below an input without a commit. */
async function offerRows(root: string, fields: readonly HTMLInputElement[]): Promise<void> {
  const groups = await groupsOf<NamedGroup>(root, 'leaderboard');
  for (const { list } of fields)
    list?.replaceChildren(
      ...groups.flatMap(({ suite, superseded, rows }) =>
        superseded ? [] : rows.map((row) => optionOf(row.sha, row.runId, `${suite}: ${compared(row)}`)),
      ),
    );
}

function optionOf(sha: string, runId: string, label: string): HTMLOptionElement {
  const option = document.createElement('option');
  option.value = `${shortSha(sha)}@${runId}`;
  option.label = label;
  return option;
}

/** Suggests runs of the commits that begin with the first two digits, below their input. */
async function offer(root: string, field: HTMLInputElement): Promise<void> {
  const { value } = field;
  if (!field.list || !/^[0-9a-f]{2,40}$/i.test(value)) return;
  const { commits } = await commitsLike(root, value);
  const options = commits
    .filter(({ sha }) => sha.startsWith(value.toLowerCase()))
    .slice(0, 20)
    .flatMap(({ sha, subject, runs }) =>
      runs.map(({ runId, suite, label }) => optionOf(sha, runId, `${suite}: ${label}. ${subject}`)),
    );
  field.list.replaceChildren(...options);
}

/** The tables of a file; empty if it cannot be read, because a comparison works without it. */
async function groupsOf<Group>(root: string, file: 'leaderboard' | 'relations'): Promise<Group[]> {
  const response = await fetch(`${root}api/v1/${file}.json`);
  return response.ok ? (await response.json()).groups : [];
}

async function commitsLike(root: string, prefix: string): Promise<Commits> {
  const response = await fetch(`${root}api/v1/commits/${prefix.slice(0, 2).toLowerCase()}.json`);
  // A missing file means that no commit has these first digits.
  return response.ok ? response.json() : { commits: [] };
}

async function find(root: string, asked: string): Promise<RunAt> {
  const [prefix = '', runId] = asked.toLowerCase().split('@');
  if (!/^[0-9a-f]{2,40}$/.test(prefix))
    throw new Error(`“${asked}” is not a commit; expected two to forty digits of its digest.`);
  const { commits } = await commitsLike(root, prefix);
  const found = commits.filter(({ sha }) => sha.startsWith(prefix));
  const [commit] = found;
  if (!commit) throw new Error(`No commit with results begins with ${prefix}.`);
  if (found.length > 1) throw new Error(`${found.length} commits begin with ${prefix}; give more digits.`);
  const wanted =
    runId === undefined ? commit.runs[0] : commit.runs.find((each) => each.runId.toLowerCase() === runId);
  const run =
    wanted &&
    (await fetchResults(root, commit, wanted.runId)).runs.find((each) => each.runId === wanted.runId);
  if (!run) throw new Error(`The results of ${shortSha(commit.sha)} have no run ${runId ?? ''}.`);
  return { sha: commit.sha, run };
}

/** The table of `PairTable.astro`, for two chosen runs. */
function tableOf({ names, findings, columns, rows }: Pair): HTMLElement {
  const box = element('div', { class: 'pair' });
  const list = element('dl', { class: 'definitions' });
  for (const [index, name] of names.entries()) {
    const entry = element('div');
    entry.append(element('dt', {}, index === 0 ? 'A' : 'B'), element('dd', {}, name));
    list.append(entry);
  }
  const said = element('ul');
  said.append(...findings.map((finding) => element('li', {}, finding)));
  const table = element('table', { role: 'table', class: 'stacking' });
  const head = element('thead', { role: 'rowgroup' });
  const headings = element('tr', { role: 'row' });
  headings.append(...columns.map((name) => element('th', { role: 'columnheader', scope: 'col' }, name)));
  head.append(headings);
  const body = element('tbody', { role: 'rowgroup' });
  for (const { change, cells } of rows) {
    const row = element('tr', { role: 'row', class: change });
    const [task = '', ...others] = cells;
    row.append(
      element('th', { role: 'rowheader', scope: 'row' }, task),
      ...others.map((cell, index) =>
        element('td', { role: 'cell', 'data-label': columns[index + 1] ?? '' }, cell),
      ),
    );
    body.append(row);
  }
  table.append(element('caption', {}, 'Task by task'), head, body);
  box.append(list, said, table);
  return box;
}

function element(name: string, attributes: Record<string, string> = {}, text?: string): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
