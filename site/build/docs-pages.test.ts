import { expect, test } from 'vitest';
import { adaptHtml } from './docs-pages.ts';

test('a number stays with its unit, in prose alone', () => {
  const html =
    '<p>within 2 s, 99 % of 5 kB and 3 seconds</p><pre><code>sleep 2 s</code></pre><p><code>2 s</code> 5 s-long</p>';
  expect(adaptHtml(html, 'docs/site.md')).toBe(
    '<p>within 2\u00a0s, 99\u00a0% of 5\u00a0kB and 3 seconds</p><pre tabindex="0"><code>sleep 2 s</code></pre><p><code>2 s</code> 5 s-long</p>',
  );
});
