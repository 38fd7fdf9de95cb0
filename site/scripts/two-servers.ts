/** Shows the two chosen servers of the table, `?a=<id>&b=<id>`, and the rows in which they differ; `&same=1` shows all rows. */
export {};

const form = document.querySelector<HTMLFormElement>('#two-servers');
const table = document.querySelector<HTMLTableElement>('#side-by-side');
if (form && table) start(form, table);

function start(form: HTMLFormElement, table: HTMLTableElement): void {
  const ids = [...table.querySelectorAll<HTMLElement>('th[data-server]')].map(
    ({ dataset }) => dataset.server,
  );
  const status = form.querySelector<HTMLElement>('[role=status]');
  const [a, b] = [...form.querySelectorAll('select')];
  const same = form.querySelector<HTMLInputElement>('input[name=same]');
  if (!a || !b || !same) return;

  const show = () => {
    const columns = [a, b].map(({ value }) => ids.indexOf(value) + 1);
    let differing = 0;
    for (const row of table.rows) {
      const cells = [...row.cells];
      for (const [at, cell] of cells.entries()) cell.hidden = at > 0 && !columns.includes(at);
      if (row.dataset.row === undefined) continue;
      const [one, other] = columns.map((at) => cells[at]?.textContent);
      if (one !== other) differing += 1;
      row.hidden = one === other && !same.checked;
    }
    // A part without a shown row has no heading.
    for (const part of table.tBodies)
      part.hidden = [...part.rows].every((row) => row.dataset.row === undefined || row.hidden);
    if (status) status.textContent = differing === 1 ? '1 difference' : `${differing} differences`;
  };
  const read = () => {
    const asked = new URLSearchParams(location.search);
    for (const select of [a, b]) {
      const id = asked.get(select.name);
      if (id !== null && ids.includes(id)) select.value = id;
    }
    same.checked = asked.get('same') === '1';
    show();
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    const chosen = new URLSearchParams({ a: a.value, b: b.value, ...(same.checked ? { same: '1' } : {}) });
    history.replaceState(null, '', `?${chosen}`);
    show();
  });
  addEventListener('popstate', read);
  form.hidden = false;
  read();
}
