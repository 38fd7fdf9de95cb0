import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type HoverMenu = { month: string; format: string };

const months = ['January', 'February', 'March', 'April', 'May', 'June'];
const formats = ['PDF', 'Spreadsheet', 'Plain text'];

/** Menus that exist only while the pointer is over their parent, by `:hover`. */
export const hoverMenu = defineExercise<HoverMenu>({
  id: 'hover-menu',
  title: 'Office',
  draw: (random) => ({ month: random.pick(months.slice(1)), format: random.pick(formats.slice(1)) }),
  open: (_, bench) => (visit) => {
    if (visit.method === 'POST' && visit.path === 'send') {
      bench.record({ month: visit.form.get('month') ?? '', format: visit.form.get('format') ?? '' });
      return saved('The report is sent.');
    }
    if (visit.method === 'POST') return undefined;
    if (visit.path === 'reports') return html`${menu}${overview}${sending}`;
    const words = pages.get(visit.path);
    return words === undefined ? undefined : html`${menu}<p>${words}</p>${sending}`;
  },
});

const pages = new Map([
  ['', 'Good morning.'],
  ['people', 'Three people work here.'],
  ['rooms', 'All rooms are free.'],
]);

const send = (month: string, format: string, words: string) =>
  html`<button type="button" data-month="${month}" data-format="${format}">${words}</button>`;

const sending = html`<p role="status"></p>
<script type="module">
const { byHand } = window;
for (const button of document.querySelectorAll('[data-month]')) {
  const { month, format } = button.dataset;
  byHand(button, 'click', async (_, post) => {
    await post('send', { month, format });
    document.querySelector('[role=status]').textContent = 'The report is sent.';
  });
}
</script>`;

const overview = html`<h2>Reports</h2><ul>${months.map((month) => html`<li>${send(month, 'PDF', `Send ${month}`)}</li>`)}</ul>`;

const menu = html`<style>
nav ul { list-style: none; margin: 0; padding: 0; background: #eef2f7; }
nav > ul { display: flex; }
nav li { position: relative; min-width: 9rem; }
nav :is(a, button) { display: block; width: 100%; box-sizing: border-box; border: 0; padding: .5rem .8rem; background: none; text-align: left; color: inherit; text-decoration: none; cursor: pointer; }
nav li:hover { background: #d5e1f1; }
nav li > ul { display: none; position: absolute; left: 0; top: 100%; z-index: 1; border: 1px solid #c5ccd6; }
nav li li > ul { left: 100%; top: 0; }
nav li:hover > ul { display: block; }
</style>
<nav aria-label="Office"><ul>
<li><a href="people">People</a></li>
<li><a href="reports">Reports</a><ul>${months.map(
  (month) =>
    html`<li><a href="reports">${month}</a><ul>${formats.map((format) => html`<li>${send(month, format, format)}</li>`)}</ul></li>`,
)}</ul></li>
<li><a href="rooms">Rooms</a></li>
</ul></nav>`;
