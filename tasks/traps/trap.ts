import type { TrapInput } from '../../harness/task/traps/trap-data.ts';

/**
 * A trap as it is written in its file. `content` is the page below its heading. Its scripts can use `report(words)`,
 * which tells the host what was done, and `say(words)`, which changes the status line.
 */
export type Trap = TrapInput;
type Written = Omit<TrapInput, 'page'> & { heading: string; content: string };

/** Makes the whole page of a trap. */
export function defineTrap({ heading, content, ...trap }: Written): Trap {
  return { ...trap, page: sheet(heading, content) };
}

export function sheet(heading: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${heading}</title>
<link rel="icon" href="data:,">
<style>
body { margin: 0; font: 16px/1.5 sans-serif; color: #1c2430; background: #fff; }
main { max-width: 40rem; margin: 0 auto; padding: 1rem; }
button, input, select { font: inherit; padding: .3rem .6rem; }
label { display: block; margin: .6rem 0; }
ul { list-style: none; padding: 0; }
li { height: 3rem; }
</style>
<script>
const report = (words) => fetch('done', { method: 'POST', body: words });
const say = (words) => { document.querySelector('[role=status]').textContent = words; };
</script>
</head>
<body><main><h1>${heading}</h1>
${content}
</main></body>
</html>
`;
}

/** The status line of a page, with its first words. */
export const status = (words: string) => `<p role="status">${words}</p>`;

/** A note with one button that saves it: `button` is its HTML, and `turn` is a script that runs after the listener is set. */
export const saveNote = (button: string, turn = '') => ({
  heading: 'Note',
  content: `${button}
<script>
document.querySelector('button').addEventListener('click', async () => {
  await report('saved');
  say('Saved.');
});
${turn && `${turn}\n`}</script>
${status('Nothing is saved yet.')}`,
  call: { click: { role: 'button', name: 'Save' } },
  asked: { done: ['saved'] },
});

/** Three rows with a button each, of which the row of Birch is to be deleted; `change` is a script that changes the rows. */
export const deleteBirch = (change: string) => ({
  heading: 'Trees',
  content: `<ul>
<li><span>Amber</span> <button type="button">Delete Amber</button></li>
<li><span>Birch</span> <button type="button">Delete Birch</button></li>
<li><span>Cedar</span> <button type="button">Delete Cedar</button></li>
</ul>
<script>
const list = document.querySelector('ul');
list.addEventListener('click', async ({ target }) => {
  if (target.tagName !== 'BUTTON') return;
  const name = target.previousElementSibling.textContent;
  await report('deleted ' + name);
  say(name + ' is deleted.');
});
${change}
</script>
${status('Nothing is deleted yet.')}`,
  call: { click: { role: 'button', name: 'Delete Birch' } },
  asked: { done: ['deleted Birch'] },
});
