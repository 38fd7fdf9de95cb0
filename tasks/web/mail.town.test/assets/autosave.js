/** Saves what is typed as a draft once the hands rest, and not after the form was sent. */
export function autosave(form) {
  const status = form.querySelector('.saved');
  let timer;
  let saving = new AbortController();
  form.addEventListener('submit', () => {
    clearTimeout(timer);
    saving.abort();
  });
  form.addEventListener('input', ({ target }) => {
    if (target.type === 'file') return;
    status.textContent = '';
    clearTimeout(timer);
    timer = setTimeout(save, 200);
  });

  async function save() {
    saving = new AbortController();
    const said = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') said.append(name, value);
    said.set('action', 'autosave');
    // The form has buttons named `action`, which hide its own property of that name.
    const request = { method: 'POST', body: said, signal: saving.signal };
    const answer = await fetch(form.getAttribute('action'), request).catch(() => null);
    if (answer?.ok) status.textContent = 'Draft saved';
  }
}
