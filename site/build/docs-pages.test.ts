import { expect, test } from 'vitest';
import { adaptHtml, outlineOf } from './docs-pages.ts';

test('a number stays with its unit, in prose alone', () => {
  const html =
    '<p>within 2 s, 99 % of 5 kB and 3 seconds</p><pre><code>sleep 2 s</code></pre><p><code>2 s</code> 5 s-long</p>';
  expect(adaptHtml(html, 'docs/site.md')).toBe(
    '<p>within 2\u00a0s, 99\u00a0% of 5\u00a0kB and 3 seconds</p><div class="code"><pre tabindex="0"><code>sleep 2 s</code></pre></div><p><code>2 s</code> 5 s-long</p>',
  );
});

const section = '<h2 id="the-gate">The <code>gate</code> &amp; <a href="ci.md">CI</a></h2>';

test('a heading has a link to itself, which says where it leads', () => {
  expect(adaptHtml(section, 'docs/site.md')).toContain(
    '<a class="anchor" href="#the-gate" aria-label="Link to The gate &amp; CI">#</a></h2>',
  );
});

test('the outline has the headings of the second and third level, without links', () => {
  expect(outlineOf(`<h1 id="a">A</h1>${section}<h3 id="b">B</h3><h4 id="c">C</h4>`)).toEqual([
    { id: 'the-gate', level: 2, html: 'The <code>gate</code> &amp; CI' },
    { id: 'b', level: 3, html: 'B' },
  ]);
});
