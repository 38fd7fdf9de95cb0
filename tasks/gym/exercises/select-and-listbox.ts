import { html, raw } from 'hono/html';
import { inScript, saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type SelectAndListbox = { size: string; colour: string; sizes: string[]; colours: string[] };

const sizes = ['Extra small', 'Small', 'Medium', 'Large', 'Extra large', 'Double extra large'];
const colours = ['Amber', 'Coral', 'Indigo', 'Moss', 'Pearl', 'Rust', 'Slate', 'Teal', 'Umber', 'Wheat'];

/** A native select, and a custom list box: a button, and options that exist only while it is open. */
export const selectAndListbox = defineExercise<SelectAndListbox>({
  id: 'select-and-listbox',
  title: 'Order a jacket',
  draw: (random) => ({
    size: random.pick(sizes.slice(1)),
    colour: random.pick(colours.slice(1)),
    sizes,
    colours: random.sample(colours, colours.length),
  }),
  open: (drawn, bench) => (visit) => {
    if (visit.path !== '') return undefined;
    if (visit.method === 'GET') return form(drawn);
    bench.record({ size: visit.form.get('size') ?? '', colour: visit.form.get('colour') ?? '' });
    return saved('Your order is placed.');
  },
});

const form = (drawn: SelectAndListbox) => html`<form method="post">
<label>Size <select name="size">${drawn.sizes.map((size) => html`<option>${size}</option>`)}</select></label>
<p id="colour-label">Colour</p>
<button type="button" id="colour" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-labelledby="colour-label">Choose</button>
<ul id="list" role="listbox" aria-labelledby="colour-label" hidden style="list-style: none; padding: 0; border: 1px solid; max-width: 12rem"></ul>
<input type="hidden" name="colour">
<p><button>Order</button></p>
</form>
<script>
const button = document.getElementById('colour');
const list = document.getElementById('list');
const show = (open) => {
  list.hidden = !open;
  button.setAttribute('aria-expanded', open);
  list.replaceChildren(...(open ? ${inScript(drawn.colours)} : []).map((name) => {
    const item = document.createElement('li');
    item.setAttribute('role', 'option');
    item.textContent = name;
    item.onclick = () => {
      document.querySelector('[name=colour]').value = name;
      button.textContent = name;
      show(false);
    };
    return item;
  }));
};
${raw('button.onclick = () => show(list.hidden);')}
</script>`;
