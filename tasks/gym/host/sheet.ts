import { html } from 'hono/html';
import { handScript, type Passes } from './hands.ts';

export { inScript } from './hands.ts';

export type Markup = ReturnType<typeof html>;

/**
 * A page of the gym. `content` may hold styles and scripts. Its modules can use `byHand` (`hands.ts`);
 * scripts added later cannot. `passes` belong to this document.
 */
export function sheet(title: string, content: unknown, passes: Passes = { form: '', hand: '' }): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Gym</title>
<link rel="icon" href="data:,">
${handScript(passes)}
<style>
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1c2430; background: #fff; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
h1 { font-size: 1.5rem; }
button, input, select, textarea { font: inherit; padding: .3rem .6rem; }
label { display: block; margin: .6rem 0; }
table { border-collapse: collapse; }
th, td { border: 1px solid #c5ccd6; padding: .25rem .6rem; text-align: left; }
</style>
</head>
<body><main><h1>${title}</h1>${content}</main>
<script type="module">delete window.byHand;</script></body>
</html>`;
}

/** The page that every exercise shows after it stored a deed. */
export const saved = (words = 'Saved.') => html`<p role="status">${words}</p>`;
