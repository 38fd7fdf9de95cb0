import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { features, withoutHtml, withSafeAddresses } from './rendered-markdown.ts';

let render: (markdown: string) => Promise<string>;
beforeAll(async () => {
  // The processor that Astro itself brings.
  const file = createRequire(import.meta.resolve('astro')).resolve('@astrojs/markdown-satteri');
  const { satteri } = await import(pathToFileURL(file).href);
  const processor = satteri({ mdastPlugins: [withoutHtml], hastPlugins: [withSafeAddresses], features });
  const renderer = await processor.createRenderer({ syntaxHighlight: false });
  render = async (markdown) => (await renderer.render(markdown)).code;
});

const tags = [
  '<meta http-equiv="refresh" content="0;url=//a">',
  '<base href="//a">',
  '<form action="//a">',
].concat([
  '<script>a</script>',
  '<iframe src="//a">',
  '<style>a</style>',
  '<img onerror=a src=x>',
  '<div onclick="a">',
]);
const places: [string, (tag: string) => string][] = [
  ['alone', (tag) => tag],
  ['in a sentence', (tag) => `a ${tag} b`],
  ['in a list', (tag) => `- ${tag}`],
  ['in a table', (tag) => `| a |\n|---|\n| ${tag} |`],
  ['in a quotation', (tag) => `> ${tag}`],
  ['in a heading', (tag) => `# a ${tag}`],
  ['in a footnote', (tag) => `a[^1]\n\n[^1]: ${tag}`],
];

test.each(places)('raw HTML %s is shown as text', async (_, within) => {
  for (const tag of tags) {
    const html = await render(within(tag));
    expect(html).toContain(tag.slice(0, 5).replace('<', '&lt;'));
    expect(html).not.toMatch(/<(meta|base|form|script|iframe|style|img|div)\b/);
  }
});

test('the hyphens of an option stay', async () => {
  expect(await render('by --adapter or "--web" ...')).toContain('by --adapter or “--web” …');
});

test('a comment is left out', async () => {
  expect(await render('a\n\n<!-- b -->\n\nc')).not.toContain('b');
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java&#x73;cript:alert(1)',
  '&#x6A;avascript:alert(1)',
  'vbscript:a',
  'data:text/html,a',
  'file:///etc/passwd',
])('a link to %s leads nowhere', async (address) => {
  const written = [`[a](${address})`, `![a](${address})`, `[a][b]\n\n[b]: ${address}`, `<${address}>`];
  for (const markdown of written) expect(await render(markdown)).not.toMatch(/(href|src)="(?!#)/);
});

test.each(['https://a.example/b', 'http://a.example', 'mailto:a@b.example', '../b.md#c', '#c', '/d/'])(
  'a link to %s stays',
  async (address) => {
    expect(await render(`[a](${address})`)).toContain(`<a href="${address}">a</a>`);
  },
);
