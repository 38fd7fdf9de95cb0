import { addressState, filterOfAddress, onFilter, sayShown, setAddress } from './address-filter.ts';

/**
 * Sorting and filtering of tables that are complete without scripts. The address has the filter, and `?sort=`: the `data-sort`
 * of a header, with `-` before it for descending. A `tr.why` belongs to the row above it. A `tr.group` heads the rows of its
 * body, which match its words too. A table without a matching row is hidden, and so is a section with only such tables.
 */
type Entry = { row: HTMLTableRowElement; why: HTMLTableRowElement[]; text?: string };
type RowGroup = { body: HTMLTableSectionElement; group: HTMLTableRowElement | undefined; entries: Entry[] };
type Table = { table: HTMLTableElement; bodies: RowGroup[]; sortedBy: string };

const form = document.querySelector<HTMLFormElement>('form.filter');
const tables = [...document.querySelectorAll<HTMLTableElement>('table.sortable, table.filtered')].map(
  (table): Table => ({ table, bodies: [...table.tBodies].map(read), sortedBy: '' }),
);

for (const { table } of tables) {
  for (const header of table.querySelectorAll<HTMLElement>('th[data-sort]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener('click', () => {
      const key = header.dataset.sort ?? '';
      // Clicks cycle: best first, then worst first, then the order of the page.
      const ways = header.dataset.better === 'more' ? [`-${key}`, key] : [key, `-${key}`];
      setAddress('sort', ways[ways.indexOf(addressState().get('sort') ?? '') + 1] ?? '');
      show();
    });
  }
}

onFilter(form, show);
if (form || tables.length > 0) show();

/** Without a chosen column, the order of the page is restored. */
function read(body: HTMLTableSectionElement): RowGroup {
  const entries: Entry[] = [];
  let group: HTMLTableRowElement | undefined;
  for (const row of body.rows) {
    if (row.classList.contains('group')) group = row;
    else if (row.classList.contains('why')) entries.at(-1)?.why.push(row);
    else entries.push({ row, why: [] });
  }
  return { body, group, entries };
}

function show(): void {
  const fitsAddress = filterOfAddress(form);
  const sortedBy = addressState().get('sort') ?? '';
  const fits = (body: RowGroup, entry: Entry) => fitsAddress(entry.row.dataset, () => textOf(body, entry));

  let shown = 0;
  let all = 0;
  for (const table of tables) {
    sort(table, sortedBy);
    for (const body of table.bodies) {
      const hits = body.entries.filter((entry) => {
        const hit = fits(body, entry);
        for (const row of [entry.row, ...entry.why]) row.hidden = !hit;
        return hit;
      });
      if (body.group) body.group.hidden = hits.length === 0 && body.entries.length > 0;
      all += body.entries.length;
      shown += hits.length;
    }
    const rows = table.bodies.flatMap(({ entries }) => entries);
    table.table.hidden = rows.length > 0 && rows.every(({ row }) => row.hidden);
  }
  for (const section of new Set(tables.map(({ table }) => table.closest('section'))))
    if (section) section.hidden = [...section.querySelectorAll('table')].every(({ hidden }) => hidden);
  sayShown(form, shown, all);
}

/** The searchable text of a row; read once, because reading takes most of the time of a keystroke. */
function textOf({ group }: RowGroup, entry: Entry): string {
  entry.text ??= [group, entry.row, ...entry.why]
    .map((row) => row?.textContent ?? '')
    .join(' ')
    .toLowerCase();
  return entry.text;
}

function sort(sorted: Table, asked: string): void {
  if (sorted.sortedBy === asked) return;
  sorted.sortedBy = asked;
  const descending = asked.startsWith('-');
  const key = descending ? asked.slice(1) : asked;
  const headers = [...sorted.table.querySelectorAll<HTMLElement>('thead th')];
  const column = key === '' ? -1 : headers.findIndex((header) => header.dataset.sort === key);
  for (const [index, header] of headers.entries()) {
    if (index !== column) header.removeAttribute('aria-sort');
    else header.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
  }
  const sign = descending ? -1 : 1;
  for (const { body, entries } of sorted.bodies) {
    const values = new Map(entries.map((entry) => [entry, sortValue(entry.row.cells[column])]));
    const inOrder =
      column < 0 ? entries : entries.toSorted((a, b) => order(values.get(a), values.get(b), sign));
    body.append(...inOrder.flatMap(({ row, why }) => [row, ...why]));
  }
}

/** Values that were not measured come last in both directions. */
function order(left: string | undefined, right: string | undefined, sign: number): number {
  if (left === undefined || right === undefined)
    return Number(left === undefined) - Number(right === undefined);
  const difference = Number(left) - Number(right);
  return sign * (Number.isNaN(difference) ? (left < right ? -1 : Number(left > right)) : difference);
}

/** The text of the cell that names the row, or the number of another cell. */
function sortValue(cell: HTMLTableCellElement | undefined): string | undefined {
  return cell?.scope === 'row' ? (cell.textContent ?? '').trim() : cell?.dataset.value;
}
