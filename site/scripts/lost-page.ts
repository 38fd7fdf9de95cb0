/** Addresses of episodes that have no page of their own: the page that shows any episode has them. */
const lost = document.querySelector<HTMLElement>('#lost');
if (lost) {
  const root = lost.dataset.root ?? '/';
  const path = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : '';
  const [, run, task, trial] = /^episodes\/([\w.-]+)\/([\w.-]+)\/(\d+)\/?$/.exec(path) ?? [];
  if (run && task && trial)
    location.replace(`${root}episodes/?${new URLSearchParams({ run, task, trial })}${location.hash}`);
}
