import { html } from 'hono/html';
import { inScript } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type PointerDrag = { boat: string; boats: string[]; berth: number };

const boats = ['Alma', 'Brisa', 'Corvus', 'Delfin', 'Ebba', 'Fjord', 'Gull', 'Heron'];
const berths = 6;

/** An object that follows the pressed pointer, without HTML drag and drop. */
export const pointerDrag = defineExercise<PointerDrag>({
  id: 'pointer-drag',
  title: 'Harbour',
  draw: (random) => {
    const all = random.sample(boats, 3);
    return { boats: all, boat: random.pick(all), berth: random.int(2, berths) };
  },
  open: (drawn, bench) => (visit) => {
    if (visit.method === 'POST' && visit.path === 'moor') {
      bench.record({ boat: visit.form.get('boat') ?? '', berth: Number(visit.form.get('berth')) });
      return html`<p role="status">Moored.</p>`;
    }
    return visit.path === '' ? harbour(drawn) : undefined;
  },
});

const harbour = (drawn: PointerDrag) => html`<style>
#harbour { position: relative; height: 21rem; background: #dcebf5; border-radius: 6px; touch-action: none; user-select: none; }
.berth { position: absolute; top: 14rem; width: 7.5rem; height: 5rem; border: 2px dashed #6c8aa3; border-radius: 6px; display: grid; place-items: end center; }
.berth h2 { margin: .5rem; font-size: 1rem; }
.boat { position: absolute; top: 1.5rem; width: 6rem; height: 2.5rem; border: 0; border-radius: 0 0 2rem 2rem; background: #9a3b2f; color: #fff; cursor: grab; }
</style>
<p>Every boat can be moored at a free berth.</p>
<div id="harbour">
${Array.from({ length: berths }, (_, at) => html`<div class="berth" data-berth="${at + 1}" style="left: ${1 + at * 9.5}rem"><h2>Berth ${at + 1}</h2></div>`)}
${drawn.boats.map((boat, at) => html`<button type="button" class="boat" data-boat="${boat}" style="left: ${4 + at * 16}rem">${boat}</button>`)}
</div>
<p role="status"></p>
<script type="module">
const { byHand } = window;
/** How many pixels the pointer must move before a boat follows it. */
const slack = ${inScript(6)};
const places = new Map([...document.querySelectorAll('[data-berth]')].map((berth) => [berth, berth.dataset.berth]));
let held = null;
for (const boat of document.querySelectorAll('[data-boat]')) {
  const { boat: name } = boat.dataset;
  byHand(boat, 'pointerdown', ({ clientX, clientY }) => { held = { boat, name, clientX, clientY, dragged: false }; });
}
byHand(document, 'pointermove', ({ clientX, clientY }) => {
  if (!held) return;
  const [x, y] = [clientX - held.clientX, clientY - held.clientY];
  held.dragged ||= Math.hypot(x, y) > slack;
  if (held.dragged) held.boat.style.translate = x + 'px ' + y + 'px';
});
byHand(document, 'pointerup', async ({ clientX: x, clientY: y }, post) => {
  if (!held) return;
  const { boat, name, dragged } = held;
  held = null;
  const isOver = ({ left, right, top, bottom }) => left < x && x < right && top < y && y < bottom;
  const berth = dragged && [...places.keys()].find((each) => isOver(each.getBoundingClientRect()));
  boat.style.translate = '';
  if (!berth) return;
  boat.style.left = 'calc(' + berth.style.left + ' + .75rem)';
  boat.style.top = '15rem';
  await post('moor', { boat: name, berth: places.get(berth) });
  document.querySelector('[role=status]').textContent = 'The ' + name + ' is moored at berth ' + places.get(berth) + '.';
});
</script>`;
