import { html } from 'hono/html';
import { inScript, saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

/** Minutes, and a monthly rent. */
export type Sliders = { walk: number; least: number; most: number };

/** Ranges and steps of both sliders; the slider of minutes is native. */
export const scales = {
  walk: { from: 5, to: 60, step: 5, first: 40 },
  rent: { from: 300, to: 2000, step: 50 },
};

/** A native slider, and a custom two-ended slider that reacts to keys and the pointer. */
export const sliders = defineExercise<Sliders>({
  id: 'sliders',
  title: 'Flats',
  draw: (random) => {
    const { walk, rent } = scales;
    return {
      walk: walk.from + walk.step * random.int(1, 5),
      least: rent.from + rent.step * random.int(3, 8),
      most: rent.to - rent.step * random.int(3, 8),
    };
  },
  open: (_, bench) => (visit) => {
    if (visit.path !== '') return undefined;
    if (visit.method === 'GET') return form;
    const value = (name: string) => Number(visit.form.get(name));
    bench.record({ walk: value('walk'), least: value('least'), most: value('most') });
    return saved('These are the flats for you.');
  },
});

const { walk, rent } = scales;

const form = html`<style>
input[type=range] { width: 30rem; display: block; }
#track { position: relative; width: 30rem; height: 6px; margin: 1.2rem 10px; background: #d7dde5; border-radius: 3px; touch-action: none; }
#track [role=slider] { position: absolute; top: -7px; width: 20px; height: 20px; margin-left: -10px; border-radius: 50%; background: #2f5fa8; }
#track [role=slider]:focus { outline: 3px solid #9dbcec; }
</style>
<form method="post">
<label>Walk to the station <input type="range" name="walk" min="${walk.from}" max="${walk.to}" step="${walk.step}" value="${walk.first}"></label>
<p>At most <output id="minutes">${walk.first}</output> minutes</p>
<div role="group" aria-label="Rent"><p>Rent</p>
<div id="track">
<div role="slider" tabindex="0" data-end="least" aria-label="Lowest rent" aria-valuemin="${rent.from}" aria-valuemax="${rent.to}"></div>
<div role="slider" tabindex="0" data-end="most" aria-label="Highest rent" aria-valuemin="${rent.from}" aria-valuemax="${rent.to}"></div>
</div>
<p>From <output id="least-said"></output> to <output id="most-said"></output> a month</p></div>
<input type="hidden" name="least" value="${rent.from}"><input type="hidden" name="most" value="${rent.to}">
<p><button>Show flats</button></p>
</form>
<script>
const { elements: fields } = document.forms[0];
const { from, to, step } = ${inScript(rent)};
const handles = [...document.querySelectorAll('[data-end]')];
fields.walk.oninput = () => { minutes.textContent = fields.walk.value; };
const valueOf = (handle) => Number(fields[handle.dataset.end].value);
const set = (handle, wanted) => {
  const [least, most] = handles;
  const value = Math.min(handle === least ? valueOf(most) - step : to, Math.max(handle === most ? valueOf(least) + step : from, Math.round(wanted / step) * step));
  fields[handle.dataset.end].value = value;
  handle.setAttribute('aria-valuenow', value);
  handle.style.left = ((value - from) / (to - from)) * 100 + '%';
  document.getElementById(handle.dataset.end + '-said').textContent = value;
};
const steps = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step, PageUp: step * 5, PageDown: step * -5 };
const ends = { Home: from, End: to };
for (const handle of handles) {
  set(handle, valueOf(handle));
  handle.onkeydown = (event) => {
    const wanted = event.key in ends ? ends[event.key] : valueOf(handle) + (steps[event.key] ?? 0);
    if (!(event.key in ends) && !(event.key in steps)) return;
    event.preventDefault();
    set(handle, wanted);
  };
  handle.onpointerdown = () => {
    const move = ({ clientX }) => {
      const { left, width } = track.getBoundingClientRect();
      set(handle, from + ((clientX - left) / width) * (to - from));
    };
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', () => document.removeEventListener('pointermove', move), { once: true });
  };
}
</script>`;
