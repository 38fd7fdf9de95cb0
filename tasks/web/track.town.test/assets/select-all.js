/** A box in the head of a list that checks all boxes of it. */
export function selectAll() {
  for (const table of document.querySelectorAll('table.issues')) {
    const boxes = [...table.querySelectorAll('tbody input[type=checkbox]')];
    const cell = table.querySelector('thead td');
    if (!cell || boxes.length === 0) continue;
    const all = document.createElement('input');
    all.type = 'checkbox';
    all.ariaLabel = 'Select all on this page';
    cell.append(all);
    all.addEventListener('change', () => {
      for (const box of boxes) box.checked = all.checked;
    });
    for (const box of boxes)
      box.addEventListener('change', () => {
        all.checked = boxes.every((each) => each.checked);
      });
  }
}
