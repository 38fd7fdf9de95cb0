/** Questions that have a page of their own are asked over this one. */
export function askInDialogs() {
  for (const link of document.querySelectorAll('a[data-dialog]'))
    link.addEventListener('click', async (event) => {
      event.preventDefault();
      const answer = await fetch(link.href);
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const question = page.querySelector('[data-question]');
      if (question) ask(question);
      else location.assign(link.href);
    });
}

function ask(question) {
  const dialog = document.createElement('dialog');
  const title = question.querySelector('h1');
  dialog.setAttribute('aria-label', title.textContent);
  dialog.append(document.adoptNode(question));
  const cancel = dialog.querySelector('a.button');
  cancel.addEventListener('click', (event) => {
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
