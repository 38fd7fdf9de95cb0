import { html } from 'hono/html';
import { inScript } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

type Shortcut = { keys: string; action: string };
export type KeyCombination = { invoices: string[]; invoice: string; shortcuts: Shortcut[]; wanted: Shortcut };

const actions = ['marked as paid', 'put on hold', 'sent again', 'cancelled', 'passed to the lawyer'];

/** Row actions with a key combination only. The same letter with other modifier keys does something else. */
export const keyCombination = defineExercise<KeyCombination>({
  id: 'key-combination',
  title: 'Invoices',
  draw: (random) => {
    const [letter, other] = random.sample(['E', 'G', 'K', 'Y'], 2);
    const done = random.sample(actions, actions.length);
    const combinations = [
      letter,
      `Control+${letter}`,
      `Shift+${letter}`,
      `Control+Shift+${letter}`,
      `Control+Shift+${other}`,
    ];
    const shortcuts = combinations.map((keys, at) => ({ keys: `${keys}`, action: done[at] ?? '' }));
    const invoices = random
      .sample(
        Array.from({ length: 900 }, (_, at) => 4100 + at),
        6,
      )
      .map(String);
    const wanted = shortcuts[3];
    if (!wanted) throw new Error('no such shortcut');
    return { invoices, invoice: random.pick(invoices.slice(2)), shortcuts, wanted };
  },
  open: (drawn, bench) => (visit) => {
    if (visit.method === 'POST' && visit.path === 'act') {
      bench.record({ invoice: visit.form.get('invoice') ?? '', action: visit.form.get('action') ?? '' });
      return html`<p role="status">Done.</p>`;
    }
    return visit.path === '' ? list(drawn) : undefined;
  },
});

const list = ({ invoices, shortcuts }: KeyCombination) => html`<style>
[role=listbox] { list-style: none; padding: 0; max-width: 24rem; border: 1px solid #c5ccd6; }
[role=option] { padding: .4rem .8rem; cursor: pointer; }
[role=option]:focus { background: #e2ecfb; outline: 2px solid #4a6fa5; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dd { margin: 0; }
</style>
<ul role="listbox" aria-label="Invoices">${invoices.map((invoice) => html`<li role="option" tabindex="0" aria-selected="false" data-invoice="${invoice}">Invoice ${invoice}</li>`)}</ul>
<p role="status"></p>
<h2>Keys for the invoice in focus</h2>
<dl>${shortcuts.map(({ keys, action }) => html`<dt>${keys}</dt><dd>the invoice is ${action}</dd>`)}</dl>
<script type="module">
const { byHand } = window;
const actions = new Map(${inScript(shortcuts.map(({ keys, action }) => [keys, action]))});
for (const row of document.querySelectorAll('[role=option]')) {
  row.onfocus = () => {
    for (const each of document.querySelectorAll('[role=option]')) each.setAttribute('aria-selected', each === row);
  };
  const { invoice } = row.dataset;
  byHand(row, 'keydown', async (event, post) => {
    const keys = [event.ctrlKey && 'Control', event.altKey && 'Alt', event.metaKey && 'Meta', event.shiftKey && 'Shift', event.key.toUpperCase()];
    const action = actions.get(keys.filter(Boolean).join('+'));
    if (!action) return;
    event.preventDefault();
    await post('act', { invoice, action });
    document.querySelector('[role=status]').textContent = row.textContent + ' is ' + action + '.';
  });
}
document.querySelector('[role=option]').focus();
</script>`;
