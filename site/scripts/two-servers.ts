/**
 * Shows two servers of the table, or two releases of any server, `?a=<id or release>&b=<id or release>`, and the rows in
 * which they differ; `&same=1` shows all rows. The column of a release is loaded when it is chosen.
 */
import type { ReleaseColumn } from '../history/compared-releases.ts';

const form = document.querySelector<HTMLFormElement>('#two-servers');
const table = document.querySelector<HTMLTableElement>('#side-by-side');
if (form && table) start(form, table);

function start(form: HTMLFormElement, table: HTMLTableElement): void {
  const [head] = table.rows;
  const status = form.querySelector<HTMLElement>('[role=status]');
  const [a, b] = [...form.querySelectorAll('select')];
  const same = form.querySelector<HTMLInputElement>('input[name=same]');
  if (!head || !a || !b || !same) return;
  const base = form.dataset.base ?? '/';
  const columnOf = (id: string) => [...head.cells].findIndex(({ dataset }) => dataset.server === id);
  const tell = (words: string) => {
    if (status) status.textContent = words;
  };

  const show = () => {
    const columns = [a, b].map(({ value }) => columnOf(value));
    let differing = 0;
    for (const row of table.rows) {
      const cells = [...row.cells];
      for (const [at, cell] of cells.entries()) cell.hidden = at > 0 && !columns.includes(at);
    }
    for (const part of table.tBodies) {
      const editions = part.dataset.editions?.split(',') ?? [];
      const [one, other] = columns.map((at) => editions[at - 1]);
      const isOther = Boolean(one && other && one !== other);
      const note = part.querySelector<HTMLElement>('.not-compared');
      if (note) note.hidden = !isOther;
      const rows = [...part.rows].filter(({ dataset }) => dataset.row !== undefined);
      for (const row of rows) {
        const [left, right] = columns.map((at) => row.cells[at]?.textContent);
        if (left !== right && !isOther) differing += 1;
        row.hidden = isOther || (left === right && !same.checked);
      }
      // A part without a shown row has no heading.
      part.hidden = !isOther && rows.every((row) => row.hidden);
    }
    tell(differing === 1 ? '1 difference' : `${differing} differences`);
  };

  /** The columns of both, and then the differences. */
  const choose = async () => {
    const missing = [...new Set([a.value, b.value])].filter((id) => columnOf(id) === -1);
    if (missing.length > 0) tell('Loading …');
    try {
      for (const id of missing) {
        const found = await json<ReleaseColumn>(`${base}servers/compare/${encodeURIComponent(id)}.json`);
        if (columnOf(id) === -1) addColumn(table, id, found, base);
      }
      show();
    } catch {
      tell('The chosen release could not be loaded.');
    }
  };
  const read = () => {
    const asked = new URLSearchParams(location.search);
    for (const select of [a, b]) {
      const id = asked.get(select.name);
      if (id !== null && [...select.options].some(({ value }) => value === id)) select.value = id;
    }
    same.checked = asked.get('same') === '1';
    return choose();
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    const chosen = new URLSearchParams({ a: a.value, b: b.value, ...(same.checked ? { same: '1' } : {}) });
    history.replaceState(null, '', `?${chosen}`);
    void choose();
  });
  addEventListener('popstate', read);
  form.hidden = false;
  void read();
  void addReleases([a, b], base).then(read, () => {});
}

async function json<Value>(address: string): Promise<Value> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  // A file of this build.
  return (await answer.json()) as Value;
}

type Releases = { releases: { title: string; version: string; data: string }[] };

/** Every measured release as a choice. */
async function addReleases(selects: readonly HTMLSelectElement[], base: string): Promise<void> {
  const { releases } = await json<Releases>(`${base}api/v1/releases.json`);
  for (const select of selects) {
    const group = document.createElement('optgroup');
    group.label = 'Releases';
    for (const { title, version, data } of releases) {
      const id = data.replace(/^.*\//, '').replace(/\.json$/, '');
      group.append(new Option(`${title} ${version}`, id));
    }
    select.append(group);
  }
}

/** Rows that the table does not have yet are added to the end of their part. */
function addColumn(table: HTMLTableElement, id: string, column: ReleaseColumn, base: string): void {
  const [head] = table.rows;
  if (!head) return;
  const width = head.cells.length;
  const cell = document.createElement('th');
  cell.scope = 'col';
  cell.dataset.server = id;
  const link = document.createElement('a');
  link.href = `${base}${column.path.slice(1)}`;
  link.textContent = column.title;
  cell.append(link);
  head.append(cell);
  for (const part of table.tBodies) {
    const found = column.parts.find((each) => each.part === part.dataset.part);
    part.dataset.editions = `${part.dataset.editions ?? ''},${found?.edition ?? ''}`;
    for (const heading of part.querySelectorAll<HTMLTableCellElement>('tr.sum > *'))
      heading.colSpan = width + 1;
    const left = new Map(found?.rows);
    for (const row of part.rows) {
      if (row.dataset.row === undefined) continue;
      const name = row.cells[0]?.textContent ?? '';
      row.insertCell().textContent = left.get(name) ?? '–';
      left.delete(name);
    }
    for (const [name, value] of left) {
      const row = part.insertRow();
      row.dataset.row = '';
      const heading = document.createElement('th');
      heading.scope = 'row';
      heading.textContent = name;
      row.append(heading);
      for (let at = 1; at < width; at += 1) row.insertCell().textContent = '–';
      row.insertCell().textContent = value ?? '–';
    }
  }
}
