import { html } from 'hono/html';

export type Markup = ReturnType<typeof html>;
export type Document = (title: string, body: unknown) => Markup;

/** The document of all pages of a site: site name in the title, styles and scripts in `head`. */
export function documentOf(site: string, head: Markup): Document {
  return (title, body) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${site}</title>
${head}
</head>
<body>
${body}
</body>
</html>`;
}
