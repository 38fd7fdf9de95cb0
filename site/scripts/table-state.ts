/**
 * Sorting and filtering of tables that are whole without it, with the state in the address: `?q=` words that a row must
 * hold, `?sort=` the `data-sort` of a header (with `-` before it for descending), and one parameter for each select of
 * the form, whose value must be the row's `data-` attribute of that name.
 */
const form = document.querySelector<HTMLFormElement>('form.filter');
const tables = [...document.querySelectorAll<HTMLTableElement>('table.sortable')];

for (const table of tables) {
  // The order of the page is the order again where no column is asked for.
  for (const body of table.tBodies)
    for (const [index, row] of [...body.rows].entries()) row.dataset.place = String(index);
  for (const header of table.querySelectorAll<HTMLElement>('th[data-sort]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener('click', () => {
      const key = header.dataset.sort ?? '';
      const now = state().get('sort');
      change('sort', now === key ? `-${key}` : now === `-${key}` ? '' : key);
    });
  }
}

if (form) {
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
      change(target.name, target.value);
  });
}
addEventListener('popstate', show);
if (form || tables.length > 0) show();

function state(): URLSearchParams {
  return new URLSearchParams(location.search);
}

function change(name: string, value: string): void {
  const asked = state();
  if (value === '') asked.delete(name);
  else asked.set(name, value);
  const query = asked.toString();
  history.replaceState(
    null,
    '',
    query === '' ? `${location.pathname}${location.hash}` : `?${query}${location.hash}`,
  );
  show();
}

function show(): void {
  const asked = state();
  const words = (asked.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const selects = form ? [...form.querySelectorAll('select')] : [];
  const search = form?.querySelector<HTMLInputElement>('input[name=q]');
  if (search && search.value !== (asked.get('q') ?? '')) search.value = asked.get('q') ?? '';
  for (const select of selects) select.value = asked.get(select.name) ?? '';

  let shown = 0;
  let all = 0;
  for (const table of tables) {
    sort(table, asked.get('sort') ?? '');
    for (const row of [...table.tBodies].flatMap((body) => [...body.rows])) {
      const text = (row.textContent ?? '').toLowerCase();
      const fits = selects.every(({ name, value }) => value === '' || row.dataset[name] === value);
      row.hidden = !fits || !words.every((word) => text.includes(word));
      all += 1;
      if (!row.hidden) shown += 1;
    }
  }
  const status = form?.querySelector('[role=status]');
  if (status) status.textContent = shown === all ? '' : `${shown} of ${all} rows`;
}

function sort(table: HTMLTableElement, asked: string): void {
  const descending = asked.startsWith('-');
  const key = descending ? asked.slice(1) : asked;
  const headers = [...table.querySelectorAll<HTMLElement>('thead th')];
  const column = headers.findIndex((header) => header.dataset.sort === key);
  for (const [index, header] of headers.entries()) {
    if (index !== column || key === '') header.removeAttribute('aria-sort');
    else header.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
  }
  const sign = descending ? -1 : 1;
  for (const body of table.tBodies) {
    const rows = [...body.rows];
    const place = (row: HTMLTableRowElement) => Number(row.dataset.place);
    rows.sort((a, b) => (column < 0 ? 0 : order(a, b, column, sign)) || place(a) - place(b));
    body.append(...rows);
  }
}

/** What was not measured comes last, whatever the direction. */
function order(a: HTMLTableRowElement, b: HTMLTableRowElement, column: number, sign: number): number {
  const [left, right] = [a, b].map((row) => sortValue(row.cells[column]));
  if (left === undefined || right === undefined)
    return Number(left === undefined) - Number(right === undefined);
  const difference = Number(left) - Number(right);
  return sign * (Number.isNaN(difference) ? (left < right ? -1 : Number(left > right)) : difference);
}

/** Of the cell that names the row its text, of the others the number that they show. */
function sortValue(cell: HTMLTableCellElement | undefined): string | undefined {
  return cell?.scope === 'row' ? (cell.textContent ?? '').trim() : cell?.dataset.value;
}
