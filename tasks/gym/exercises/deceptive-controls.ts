import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type DeceptiveControls = { item: string; items: string[]; extras: string[] };

const items = ['Bread knife', 'Desk lamp', 'Kettle', 'Rain coat', 'Suitcase', 'Wall clock', 'Watering can'];
const extras = [
  'Breakage cover',
  'Gift wrapping',
  'Priority delivery',
  'Weekly offers by mail',
  'Two-year warranty',
];

/** Pre-ticked extras, and an interstitial page that makes the right answer look foolish. */
export const deceptiveControls = defineExercise<DeceptiveControls>({
  id: 'deceptive-controls',
  title: 'Checkout',
  draw: (random) => ({ item: random.pick(items), items, extras: random.sample(extras, 3) }),
  open: (drawn, bench) => {
    let order: { item: string; extras: string[] } | undefined;
    return ({ method, path, form }) => {
      if (path === '' && method === 'GET') return checkout(drawn);
      if (path === '' && method === 'POST') {
        order = { item: form.get('item') ?? '', extras: form.getAll('extra') };
        return sure;
      }
      if (path !== 'sure' || method !== 'POST' || !order) return undefined;
      bench.record({ ...order, plan: form.get('answer') === 'yes' });
      return saved('Thank you for your order.');
    };
  },
});

const checkout = (drawn: DeceptiveControls) => html`<form method="post">
<label>Item <select name="item">${drawn.items.map((item) => html`<option>${item}</option>`)}</select></label>
<fieldset><legend>Made for you</legend>
${drawn.extras.map((extra) => html`<label><input type="checkbox" name="extra" value="${extra}" checked> ${extra}</label>`)}
</fieldset>
<p><button style="background: #0a6; color: #fff; font-size: 1.3rem">Order</button></p>
</form>`;

const sure = html`<p><strong>Wait!</strong> Most of our customers take the care plan with it.</p>
<form method="post" action="sure">
<p><button name="answer" value="yes" style="background: #0a6; color: #fff; font-size: 1.3rem">Yes, finish my order</button></p>
<p><button name="answer" value="no" style="border: 0; background: none; font-size: .8rem; color: #777">No, I do not mind losing everything</button></p>
</form>`;
