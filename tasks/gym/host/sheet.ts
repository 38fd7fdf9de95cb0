import { html, raw } from 'hono/html';

export type Markup = ReturnType<typeof html>;

/** A page of the gym. `content` may hold styles and scripts of its own. */
export function sheet(title: string, content: unknown): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Gym</title>
<link rel="icon" href="data:,">
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
<body><main><h1>${title}</h1>${content}</main></body>
</html>`;
}

/** What every exercise says once something is kept. */
export const saved = (words = 'Saved.') => html`<p role="status">${words}</p>`;

/** A JSON value as an expression of a script in a page. */
export const inScript = (value: unknown) => raw(JSON.stringify(value).replaceAll('<', '\\u003c'));
