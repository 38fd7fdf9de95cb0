import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type Impossible = { guest: string; guests: string[]; rooms: number[]; night: string };

const guests = ['Abara', 'Bianchi', 'Castro', 'Dubois', 'Eriksen', 'Fontaine', 'Greco', 'Hoffmann'];
const nights = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Bookings can be moved to another room or get a note, but not be cancelled. */
export const impossible = defineExercise<Impossible>({
  id: 'impossible',
  title: 'Bookings',
  draw: (random) => {
    const shown = random.sample(guests, 5);
    return {
      guests: shown,
      guest: random.pick(shown),
      rooms: random.sample([11, 12, 13, 21, 22, 23, 31, 32], 5),
      night: random.pick(nights),
    };
  },
  open:
    (drawn, bench) =>
    ({ method, path, form }) => {
      if (path === '') return list(drawn);
      const guest = decodeURIComponent(path);
      if (!drawn.guests.includes(guest)) return undefined;
      if (method === 'GET') return booking(guest, drawn);
      bench.record({ guest, room: form.get('room') ?? '', note: form.get('note') ?? '' });
      return saved();
    },
});

const list = ({ guests: all, rooms, night }: Impossible) => html`<p>Night of ${night}. Bookings are final.</p>
<ul>${all.map((guest, index) => html`<li><a href="${guest}">${guest}</a>, room ${rooms[index]}</li>`)}</ul>`;

const booking = (guest: string, { rooms }: Impossible) => html`<form method="post">
<p>Booking of ${guest}</p>
<label>Room <select name="room">${rooms.map((room) => html`<option>${room}</option>`)}</select></label>
<label>Note <input name="note" autocomplete="off"></label>
<button>Save</button>
</form>`;
