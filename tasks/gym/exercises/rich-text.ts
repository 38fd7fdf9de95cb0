import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type RichText = { word: string; things: string[] };

const words = ['Monday', 'urgent', 'garden', 'supper', 'harvest', 'concert'];
const things = ['apples', 'bread', 'candles', 'dates', 'eggs', 'flour'];

/** A rich-text editor: a `contenteditable` element, and buttons that format the selection. */
export const richText = defineExercise<RichText>({
  id: 'rich-text',
  title: 'Note',
  draw: (random) => ({ word: random.pick(words), things: random.sample(things, 2) }),
  open:
    (_, bench) =>
    ({ method, path, form: sent }) => {
      if (path === '' && method === 'GET') return editor;
      if (path !== 'save' || method !== 'POST') return undefined;
      const text = sent.get('html') ?? '';
      const inside = (tag: string) =>
        [...text.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'gs'))].map(([, each = '']) =>
          each.replace(/<[^>]*>|&nbsp;/g, '').trim(),
        );
      bench.record({ bold: [...inside('b'), ...inside('strong')].join(' '), items: inside('li') });
      return saved();
    },
});

const editor = html`<p><button type="button" data-do="bold">Bold</button> <button type="button" data-do="insertUnorderedList">List</button></p>
<div id="note" role="textbox" aria-multiline="true" aria-label="Note" contenteditable="true" style="border: 1px solid; min-height: 6rem; padding: .5rem"></div>
<p><button type="button" id="save">Save</button></p>
<p role="status"></p>
<script type="module">
const { byHand } = window;
const note = document.getElementById('note');
for (const button of document.querySelectorAll('[data-do]')) {
  button.onmousedown = (event) => event.preventDefault();
  button.onclick = () => { note.focus(); document.execCommand(button.dataset.do); };
}
byHand(document.getElementById('save'), 'click', async (_, post) => {
  await post('save', { html: note.innerHTML });
  document.querySelector('[role=status]').textContent = 'Saved.';
});
</script>`;
