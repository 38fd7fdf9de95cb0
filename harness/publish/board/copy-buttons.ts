/** Puts a button that copies it below each command. Runs in a browser, and uses nothing from outside of itself. */
export function addCopyButtons(place: ParentNode): void {
  // Without a secure origin there is no clipboard to copy to.
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
