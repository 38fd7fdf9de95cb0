import { defineTrap, saveNote } from './trap.ts';

export const coveredButton = defineTrap({
  id: 'covered-button',
  title: 'A button below an overlay',
  action: 'click',
  trap: 'A layer over the whole window takes every click.',
  person: 'The layer stays, and the click reaches it and not the button.',
  asks: 'The note is saved.',
  ...saveNote(`<button type="button">Save</button>
<div style="position: fixed; inset: 0; background: #fffa; padding: 2rem">We are back at nine.</div>`),
  shown: ['Nothing is saved yet'],
});
