import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

/** `time` is `HH:MM`, 24 hours. */
export type TimeAndStepper = { time: string; guests: number; chairs: number };

/** The initial values of the page. */
export const firstGuests = 2;

/** A native time field, a custom spin button that reacts to keys, and a number between two buttons. */
export const timeAndStepper = defineExercise<TimeAndStepper>({
  id: 'time-and-stepper',
  title: 'Reserve a table',
  draw: (random) => ({
    time: `${random.int(17, 21)}:${random.pick(['15', '30', '45'])}`,
    guests: firstGuests + random.int(2, 6),
    chairs: random.int(1, 4),
  }),
  open: (_, bench) => (visit) => {
    if (visit.path !== '') return undefined;
    if (visit.method === 'GET') return form;
    const [time = '', guests, chairs] = ['time', 'guests', 'chairs'].map(
      (name) => visit.form.get(name) ?? '',
    );
    if (time === '') return html`${form}<p role="alert">Say when you come.</p>`;
    bench.record({ time, guests: Number(guests), chairs: Number(chairs) });
    return saved('The table is reserved.');
  },
});

const form = html`<style>
.row { display: flex; gap: .6rem; align-items: center; margin: .8rem 0; }
[role=spinbutton] { min-width: 3rem; padding: .3rem .6rem; border: 1px solid #767676; border-radius: 3px; text-align: center; }
output { min-width: 2rem; text-align: center; }
</style>
<form method="post">
<label>Time <input type="time" name="time"></label>
<div class="row"><span id="guests-label">Guests</span>
<div id="guests" role="spinbutton" tabindex="0" aria-labelledby="guests-label" aria-valuemin="1" aria-valuemax="12" aria-valuenow="${firstGuests}">${firstGuests}</div>
<small>up and down with the arrow keys</small></div>
<div class="row" role="group" aria-label="High chairs"><span>High chairs</span>
<button type="button" id="fewer" aria-label="Fewer high chairs">−</button><output id="counted">0</output><button type="button" id="more" aria-label="More high chairs">+</button></div>
<input type="hidden" name="guests" value="${firstGuests}"><input type="hidden" name="chairs" value="0">
<p><button>Reserve</button></p>
</form>
<script>
const { elements: fields } = document.forms[0];
const steps = { ArrowUp: 1, ArrowDown: -1 };
const between = (value, least, most) => Math.min(most, Math.max(least, value));
guests.onkeydown = (event) => {
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const value = between(Number(fields.guests.value) + step, 1, 12);
  fields.guests.value = guests.textContent = value;
  guests.setAttribute('aria-valuenow', value);
};
const count = (step) => () => {
  fields.chairs.value = counted.textContent = between(Number(fields.chairs.value) + step, 0, 6);
};
fewer.onclick = count(-1);
more.onclick = count(1);
</script>`;
