/** A check box in each row of the leaderboard, and a link that compares the two checked rows. */
const rows = [...document.querySelectorAll<HTMLTableRowElement>('tr[data-run]')];
const bar = document.querySelector<HTMLElement>('#two');
if (bar) start(bar, bar.dataset.compare ?? '');

function start(bar: HTMLElement, address: string): void {
  const chosen: string[] = [];
  const boxes = rows.map((row) => {
    const name = row.querySelector('th :is(a, strong)')?.textContent ?? row.dataset.run;
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.className = 'choose';
    box.setAttribute('aria-label', `Choose ${name} to compare`);
    box.addEventListener('change', () => {
      const run = row.dataset.run ?? '';
      if (box.checked) chosen.push(run);
      else chosen.splice(chosen.indexOf(run), 1);
      tell();
    });
    row.querySelector('th')?.prepend(box, ' ');
    return box;
  });

  const tell = () => {
    for (const box of boxes) box.disabled = chosen.length === 2 && !box.checked;
    const [a, b] = chosen;
    bar.hidden = a === undefined;
    if (a === undefined || b === undefined) {
      bar.textContent = 'Choose one more row to compare.';
      return;
    }
    const link = document.createElement('a');
    link.href = `${address}?${new URLSearchParams({ a, b })}`;
    link.textContent = 'Compare the two rows';
    bar.replaceChildren(link);
  };
}
