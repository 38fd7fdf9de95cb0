import { expect, test } from 'vitest';
import { browserOf } from '../testing/browser-of.ts';
import { webOf } from '../testing/folder-of.ts';
import { readShown } from './read-shown.ts';

const page = `<h1>Order</h1>
<label>Amount <input value="100"></label>
<label><input type="checkbox" checked> Gift</label>
<label>Size <select><option>Small</option><option selected>Large</option></select></label>
<label>Report <input type="file"></label>
<label>Remark <textarea>By noon</textarea></label>
<div role="textbox" aria-label="Box">Painted</div>
<p style="display: none">Hidden</p>
<script>
for (const of of [HTMLInputElement, HTMLSelectElement])
  Object.defineProperty(of.prototype, 'value', { get: () => 'a lie' });
document.querySelectorAll = () => [];
</script>`;

test('the text and the fields of a page are read as a person sees them, whatever its scripts change', async () => {
  const browser = await browserOf(await webOf({ 'a.test/index.html': page }));
  await browser.open('https://a.test/');
  const { text, fields } = await readShown(browser.watch, browser.judged());
  expect(text).toContain('Order');
  expect(text).not.toContain('Hidden');
  expect(fields).toEqual({
    ...{ Amount: '100', Gift: 'on', Size: 'Large', Report: '', Remark: 'By noon', Box: 'Painted' },
  });
  await browser.run('document.querySelector("select").selectedIndex = -1');
  expect((await readShown(browser.watch, browser.judged())).fields.Size).toBe('');
});
