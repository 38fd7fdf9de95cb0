import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type Dialogs = { guests: string[]; guest: string; reason: string };

const names = 'Adler,Brandt,Conti,Duval,Ekman,Farkas,Greco,Horvat,Ibsen'.split(',');
const reasons = [
  'burst pipe',
  'double booking',
  'guest is ill',
  'missed train',
  'road is closed',
  'storm warning',
];

/** The browser's own dialogs: confirm, prompt, alert, and the warning before an unsaved draft is lost. */
export const dialogs = defineExercise<Dialogs>({
  id: 'dialogs',
  title: 'Front desk',
  draw: (random) => {
    const guests = random.sample(names, 4);
    return {
      guests,
      guest: random.pick(guests),
      reason: `${random.pick(reasons)}, call ${random.int(11, 99)}`,
    };
  },
  open:
    ({ guests }, bench) =>
    (visit) => {
      if (visit.method === 'GET') return visit.path === '' ? page(guests) : undefined;
      if (visit.path === 'cancel') {
        bench.record({ cancelled: visit.form.get('guest') ?? '', reason: visit.form.get('reason') ?? '' });
        return saved();
      }
      if (visit.path === 'note') {
        bench.record({ note: visit.form.get('note') ?? '' });
        return saved();
      }
      if (visit.path !== 'close') return undefined;
      bench.record({ day: 'closed' });
      return saved('The day is closed.');
    },
});

const page = (
  guests: readonly string[],
) => html`<ul>${guests.map((guest) => html`<li style="margin: .4rem 0">Room of ${guest} <button type="button" class="cancel" data-guest="${guest}">Cancel the booking of ${guest}</button></li>`)}</ul>
<p role="status"></p>
<label>Note to the guest <textarea id="note" rows="2" cols="50"></textarea></label>
<button type="button" id="send">Send the note</button>
<form method="post" action="close"><p><button>Close the day</button></p></form>
<script type="module">
const { byHand } = window;
const status = document.querySelector('[role=status]');
const note = document.getElementById('note');
for (const button of document.querySelectorAll('.cancel')) byHand(button, 'click', async (_, post) => {
  const { guest } = button.dataset;
  if (!confirm('Cancel the booking of ' + guest + '?')) { status.textContent = 'Nothing was cancelled.'; return; }
  const reason = prompt('For what reason?');
  if (reason === null) { status.textContent = 'Nothing was cancelled.'; return; }
  alert('The room of ' + guest + ' is free again.');
  await post('cancel', { guest, reason });
  note.value = 'Dear guest, we had to cancel: ' + reason;
  status.textContent = 'The booking of ' + guest + ' is cancelled.';
});
byHand(document.getElementById('send'), 'click', async (_, post) => {
  await post('note', { note: note.value });
  note.value = '';
  status.textContent = 'The note is sent.';
});
addEventListener('beforeunload', (event) => { if (note.value) event.preventDefault(); });
</script>`;
