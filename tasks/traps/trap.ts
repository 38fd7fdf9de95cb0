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
