import { html } from 'hono/html';
import { inScript, saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type InnerScroll = { court: string; hour: string; taken: string[] };

export const courts = Array.from({ length: 26 }, (_, index) => `Court ${index + 1}`);
export const hours = Array.from({ length: 12 }, (_, index) => `${String(index + 9).padStart(2, '0')}:00`);

/** A box that scrolls in both directions. A slot is rendered only after it has been in view. */
export const innerScroll = defineExercise<InnerScroll>({
  id: 'inner-scroll',
  title: 'Courts',
  draw: (random) => {
    const court = random.pick(courts.slice(14));
    const hour = random.pick(hours.slice(8));
    const taken = courts
      .slice(1)
      .flatMap((each) => random.sample(hours.slice(1), 3).map((other) => `${each}, ${other}`))
      .filter((each) => each !== `${court}, ${hour}`);
    return { court, hour, taken };
  },
  open: (drawn, bench) => (visit) => {
    if (visit.method === 'POST' && visit.path === 'book') {
      bench.record({ court: visit.form.get('court') ?? '', hour: visit.form.get('hour') ?? '' });
      return saved();
    }
    return visit.path === '' ? page(drawn) : undefined;
  },
});

const page = ({ taken }: InnerScroll) => html`<style>
#box { width: 560px; height: 300px; overflow: auto; border: 1px solid; }
#box table { border-collapse: separate; border-spacing: 0; }
#box th, #box td { min-width: 90px; height: 34px; box-sizing: border-box; padding: 2px 6px; }
#box th { background: #eef1f5; position: sticky; left: 0; z-index: 1; }
#box thead th { top: 0; }
#box thead th:not(:first-child) { left: auto; }
#box thead th:first-child { z-index: 2; }
</style>
<p role="status">Choose a court and an hour.</p>
<div id="box" tabindex="0" role="region" aria-label="Plan of the day">
<table>
<thead><tr><th scope="col">Court</th>${hours.map((hour) => html`<th scope="col">${hour}</th>`)}</tr></thead>
<tbody>${courts.map((court) => html`<tr><th scope="row">${court}</th>${hours.map((hour) => html`<td data-court="${court}" data-hour="${hour}"></td>`)}</tr>`)}</tbody>
</table>
</div>
<script type="module">
const { byHand } = window;
const taken = ${inScript(taken)};
const show = (cell) => {
  const { court, hour } = cell.dataset;
  if (taken.includes(court + ', ' + hour)) { cell.textContent = 'taken'; return; }
  const button = document.createElement('button');
  button.textContent = 'Book';
  button.setAttribute('aria-label', 'Book ' + court + ' at ' + hour);
  button.style.padding = '0 .4rem';
  byHand(button, 'click', async (_, post) => {
    await post('book', { court, hour });
    document.querySelector('[role=status]').textContent = court + ' is booked at ' + hour + '.';
  });
  cell.replaceChildren(button);
};
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    show(target);
  }
}, { root: document.getElementById('box'), threshold: .6 });
for (const cell of document.querySelectorAll('#box td')) seen.observe(cell);
</script>`;
