/** The keys of the help page. None is taken from somebody who types, or holds another key down. */
export function listenToKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    if (event.target.closest('input:not([type=checkbox]), select, textarea')) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

const keys = {
  j: () => step(1),
  k: () => step(-1),
  x: () => document.querySelector('.thread.here input')?.click(),
  c: () => location.assign('/compose'),
  '/': () => document.querySelector('#search').focus(),
  r: () => [...document.querySelectorAll('.answers a[href^="/reply/"]')].at(-1)?.click(),
  u: () => document.querySelector('.way a[href^="/folder/"]')?.click(),
};

function step(by) {
  const rows = [...document.querySelectorAll('.thread')];
  const here = rows.findIndex((row) => row.classList.contains('here'));
  const next = rows[here < 0 && by < 0 ? 0 : here + by];
  if (!next) return;
  rows[here]?.classList.remove('here');
  next.classList.add('here');
  next.querySelector('a').focus();
}
