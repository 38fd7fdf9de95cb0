import { html } from 'hono/html';
import { inScript, saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

/** Days as `YYYY-MM-DD`. */
export type DatePicker = { from: string; to: string };

/** The month that the calendar shows first: the month of the world's current day. */
const shown = { year: 2031, month: 3 };

/** A calendar that shows one month at a time. A stay begins in one month and ends in the next. */
export const datePicker = defineExercise<DatePicker>({
  id: 'date-picker',
  title: 'Book the cabin',
  draw: (random) => {
    const month = shown.month + random.int(2, 4);
    return { from: day(month, random.int(17, 28)), to: day(month + 1, random.int(2, 12)) };
  },
  open: (_, bench) => (visit) => {
    if (visit.path !== '') return undefined;
    if (visit.method === 'GET') return form;
    const [from = '', to = ''] = [visit.form.get('from') ?? '', visit.form.get('to') ?? ''];
    if (!(from < to))
      return html`${form}<p role="alert">Choose the day of arrival and the day of departure.</p>`;
    bench.record({ from, to });
    return saved('The cabin is booked.');
  },
});

function day(month: number, date: number): string {
  return `${shown.year}-${`${month}`.padStart(2, '0')}-${`${date}`.padStart(2, '0')}`;
}

const form = html`<style>
[role=dialog] { width: 21rem; border: 1px solid #c5ccd6; border-radius: 6px; padding: .5rem 1rem 1rem; margin: .5rem 0; }
[role=dialog] header { display: flex; justify-content: space-between; align-items: center; }
h2 { font-size: 1.1rem; }
[role=dialog] table { width: 100%; }
[role=dialog] :is(th, td) { border: 0; padding: 1px; text-align: center; }
td button { width: 100%; border: 1px solid transparent; background: none; }
td button:hover { border-color: #4a6fa5; }
td button[aria-pressed=true] { background: #cfe0f7; }
</style>
<p>From 80 a night. Choose the day of arrival, then the day of departure.</p>
<form method="post">
<p><button type="button" id="choose" aria-haspopup="dialog" aria-expanded="false">Choose days</button> <span id="stay">No days are chosen.</span></p>
<div role="dialog" aria-label="Calendar" hidden>
<header><button type="button" id="previous">Previous month</button><h2 aria-live="polite"></h2><button type="button" id="next">Next month</button></header>
<table role="grid"><thead><tr>${['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map((name) => html`<th>${name}</th>`)}</tr></thead><tbody></tbody></table>
</div>
<input type="hidden" name="from"><input type="hidden" name="to">
<p><button>Book</button></p>
</form>
<script>
const [calendar, heading, body] = ['[role=dialog]', 'h2', 'tbody'].map((which) => document.querySelector(which));
const { elements: fields } = document.forms[0];
const first = new Date(Date.UTC(${inScript(shown.year)}, ${inScript(shown.month - 1)}, 1));
let month = first;
const said = (date, fields) => date.toLocaleDateString('en-GB', { timeZone: 'UTC', ...fields });
const whole = { day: 'numeric', month: 'long', year: 'numeric' };
const isoOf = (date) => date.toISOString().slice(0, 10);
const show = (open) => {
  calendar.hidden = !open;
  choose.setAttribute('aria-expanded', open);
};
const pick = (date) => {
  const { from, to } = fields;
  if (!from.value || to.value || isoOf(date) <= from.value) [from.value, to.value] = [isoOf(date), ''];
  else to.value = isoOf(date);
  const [arrival, departure] = [from, to].map(({ value }) => value && said(new Date(value), whole));
  stay.textContent = 'Arrival ' + arrival + (departure ? ', departure ' + departure : '') + '.';
  if (departure) show(false);
  draw();
};
const draw = () => {
  heading.textContent = said(month, { month: 'long', year: 'numeric' });
  previous.disabled = month <= first;
  const rows = [];
  const before = (month.getUTCDay() + 6) % 7;
  for (let date = new Date(month), at = before; date.getUTCMonth() === month.getUTCMonth(); at += 1) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = date.getUTCDate();
    button.setAttribute('aria-label', said(date, whole));
    button.setAttribute('aria-pressed', [fields.from.value, fields.to.value].includes(isoOf(date)));
    const picked = date;
    button.onclick = () => pick(picked);
    const row = (rows[Math.floor(at / 7)] ??= document.createElement('tr'));
    if (at === before) for (let empty = 0; empty < before; empty += 1) row.insertCell();
    row.insertCell().append(button);
    date = new Date(date.getTime() + 86_400_000);
  }
  body.replaceChildren(...rows);
};
const page = (by) => {
  month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + by, 1));
  draw();
};
choose.onclick = () => show(calendar.hidden);
previous.onclick = () => page(-1);
next.onclick = () => page(1);
draw();
</script>`;
