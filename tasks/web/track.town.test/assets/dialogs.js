/** Questions that have a page of their own are asked over this one. */
export function askInDialogs() {
  document.addEventListener('click', async (event) => {
    const link = event.target.closest('a[data-dialog]');
    if (!link) return;
    event.preventDefault();
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const question = page.querySelector('[data-question]');
    if (question) ask(document.adoptNode(question));
    else location.assign(link.href);
  });
}

function ask(question) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', question.querySelector('h1').textContent);
  dialog.append(question);
  dialog.querySelector('a.button').addEventListener('click', (event) => {
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
