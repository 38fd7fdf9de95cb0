/** Adds a copy button below each command. It runs in a browser, so it uses nothing from outside itself. */
export function addCopyButtons(place: ParentNode): void {
  // Browsers offer the clipboard only on secure origins.
  if (!navigator.clipboard) return;
  for (const block of place.querySelectorAll<HTMLElement>('main :is(pre, code.play)')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    block.after(button);
  }
}
