import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type CoveringModal = { tours: string[]; tour: string };

const tours =
  'Bridges by bicycle,Cellars of the old town,Gardens at dusk,Harbour by boat,Mills and weirs,Roofs and towers,Trams of long ago'.split(
    ',',
  );

/** A cookie banner covers the whole page, then an offer does. The page below does not react until both are closed. */
export const coveringModal = defineExercise<CoveringModal>({
  id: 'covering-modal',
  title: 'Tours of the town',
  draw: (random) => {
    const all = random.sample(tours, 4);
    return { tours: all, tour: random.pick(all) };
  },
  open: (drawn, bench) => (visit) => {
    if (visit.method === 'GET') return visit.path === '' ? page(drawn) : undefined;
    if (visit.path === 'consent') bench.record({ cookies: visit.form.get('cookies') ?? '' });
    else if (visit.path === 'letter') bench.record({ letter: 'wanted' });
    else if (visit.path === 'book') bench.record({ tour: visit.form.get('tour') ?? '' });
    else return undefined;
    return saved();
  },
});

const page = ({ tours: all }: CoveringModal) => html`<style>
.cover { position: fixed; inset: 0; background: #1c2430b0; display: flex; align-items: center; justify-content: center; z-index: 5; }
.cover[hidden] { display: none; }
.cover > div { background: #fff; padding: .5rem 1.5rem 1.5rem; border-radius: .5rem; max-width: 26rem; }
</style>
<p role="status">Choose a tour for tomorrow.</p>
<ul>${all.map((tour) => html`<li style="margin: .4rem 0">${tour} <button type="button" class="book" aria-label="Book ${tour}" data-tour="${tour}">Book</button></li>`)}</ul>
<div class="cover" id="consent"><div role="dialog" aria-label="Cookies"><h2>Cookies</h2><p>We and our partners would like to store cookies.</p>
<button type="button" data-cookies="accepted">Accept all</button> <button type="button" data-cookies="rejected">Reject all</button></div></div>
<div class="cover" id="offer" hidden><div role="dialog" aria-label="Our letter"><h2>Our letter</h2><p>A new tour every week, by mail.</p>
<button type="button" id="letter">Send it to me</button> <button type="button" id="no">Close</button></div></div>
<script type="module">
const { byHand } = window;
const consent = document.getElementById('consent');
const offer = document.getElementById('offer');
const status = document.querySelector('[role=status]');
let isSettled = false;
for (const button of document.querySelectorAll('[data-cookies]')) {
  const { cookies } = button.dataset;
  byHand(button, 'click', async (_, post) => {
    await post('consent', { cookies });
    consent.hidden = true;
    setTimeout(() => { offer.hidden = false; }, 600);
  });
}
const close = () => { offer.hidden = true; isSettled = true; };
byHand(document.getElementById('no'), 'click', close);
byHand(document.getElementById('letter'), 'click', async (_, post) => { await post('letter', {}); close(); });
for (const button of document.querySelectorAll('.book')) {
  const { tour } = button.dataset;
  byHand(button, 'click', async (_, post) => {
    // A click that reaches the page below has not answered the dialog above it.
    if (!isSettled) return;
    await post('book', { tour });
    status.textContent = tour + ' is booked.';
  });
}
</script>`;
