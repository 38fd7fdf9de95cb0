/** Redirects addresses of episodes without a page of their own to the page that shows any episode. */
const lost = document.querySelector<HTMLElement>('#lost');
if (lost) {
  const root = lost.dataset.root ?? '/';
  const path = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : '';
  const [, run, task, trial] = /^episodes\/([\w.-]+)\/([\w.-]+)\/(\d+)\/?$/.exec(path) ?? [];
  if (run && task && trial)
    location.replace(`${root}episodes/?${new URLSearchParams({ run, task, trial })}${location.hash}`);
}
