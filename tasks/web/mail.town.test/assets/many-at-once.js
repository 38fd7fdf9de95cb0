/** The box that checks all boxes of a list, and the button that opens all messages of a conversation. */
export function manyAtOnce() {
  const boxes = [...document.querySelectorAll('.thread input[type=checkbox]')];
  const all = document.querySelector('[data-select-all]');
  if (all && boxes.length > 0) {
    all.closest('label').hidden = false;
    all.addEventListener('change', () => {
      for (const box of boxes) box.checked = all.checked;
    });
    for (const box of boxes)
      box.addEventListener('change', () => {
        all.checked = boxes.every((each) => each.checked);
      });
  }
  const open = document.querySelector('[data-open-all]');
  if (open) {
    open.hidden = false;
    open.addEventListener('click', () => {
      for (const details of document.querySelectorAll('.message > details')) details.open = true;
    });
  }
}
