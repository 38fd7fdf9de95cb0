const deeds = {
  '/': () => document.querySelector('#search')?.focus(),
  n: () => document.querySelector('a[href="/issues/new"]')?.click(),
};

/** Keys are letters where somebody writes, and deeds everywhere else. */
export function listenToKeys() {
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isWriting = target.closest('input, textarea, select, dialog');
    if (ctrlKey || metaKey || altKey || isWriting || !Object.hasOwn(deeds, key)) return;
    event.preventDefault();
    deeds[key]();
  });
}
