import { html } from 'hono/html';
import { inScript } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type PointerDrag = { boat: string; boats: string[]; berth: number };

const boats = ['Alma', 'Brisa', 'Corvus', 'Delfin', 'Ebba', 'Fjord', 'Gull', 'Heron'];
const berths = 6;

/** A thing that follows the pointer while its button is down; nothing of HTML's own drag and drop. */
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
<script>
/** Pixels that a pointer must move before a boat follows it. */
const slack = ${inScript(6)};
for (const boat of document.querySelectorAll('[data-boat]')) {
  boat.onpointerdown = (down) => {
    let dragged = false;
    const move = ({ clientX, clientY }) => {
      const [x, y] = [clientX - down.clientX, clientY - down.clientY];
      dragged ||= Math.hypot(x, y) > slack;
      if (dragged) boat.style.translate = x + 'px ' + y + 'px';
    };
    const up = async ({ clientX: x, clientY: y }) => {
      document.removeEventListener('pointermove', move);
      const isOver = ({ left, right, top, bottom }) => left < x && x < right && top < y && y < bottom;
      const berth = dragged && [...document.querySelectorAll('[data-berth]')].find((each) => isOver(each.getBoundingClientRect()));
      boat.style.translate = '';
      if (!berth) return;
      boat.style.left = 'calc(' + berth.style.left + ' + .75rem)';
      boat.style.top = '15rem';
      const body = new URLSearchParams({ boat: boat.dataset.boat, berth: berth.dataset.berth });
      await fetch('moor', { method: 'POST', body });
      document.querySelector('[role=status]').textContent = 'The ' + boat.dataset.boat + ' is moored at berth ' + berth.dataset.berth + '.';
    };
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', up, { once: true });
  };
}
</script>`;
