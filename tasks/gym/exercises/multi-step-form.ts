import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type MultiStepForm = { name: string; pets: number; day: string; days: string[]; full: string };

const names = ['Amara', 'Bo', 'Carla', 'Dimitri', 'Elif', 'Farid', 'Greta', 'Hugo'];
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

/** A form of three pages. The server rejects the one full day, and its message names a free day. */
export const multiStepForm = defineExercise<MultiStepForm>({
  id: 'multi-step-form',
  title: 'Visit to the vet',
  draw: (random) => {
    const [full = '', day = ''] = random.sample(days, 2);
    return { name: random.pick(names), pets: random.int(2, 6), full, day, days };
  },
  open: (drawn, bench) => {
    const kept = { name: '', pets: '', day: '' };
    return ({ method, path, form }) => {
      if (method === 'GET') return path === '' ? first() : undefined;
      if (path === 'pets') {
        kept.name = form.get('name')?.trim() ?? '';
        return kept.name === '' ? first('A name is needed.') : second();
      }
      if (path === 'day') {
        kept.pets = form.get('pets')?.trim() ?? '';
        return /^[1-9]$/.test(kept.pets) ? third('') : second('Say a number from 1 to 9.');
      }
      if (path !== 'book') return undefined;
      kept.day = form.get('day') ?? '';
      if (kept.day === drawn.full) return third(`${drawn.full} is full. The next free day is ${drawn.day}.`);
      bench.record({ ...kept });
      return saved('Your visit is booked.');
    };

    function first(mistake = '') {
      return html`<p role="alert">${mistake}</p><p>Step 1 of 3</p><form method="post" action="pets"><label>Your name <input name="name" autocomplete="off"></label> <button>Next</button></form>`;
    }

    function second(mistake = '') {
      return html`<p role="alert">${mistake}</p><p>Step 2 of 3</p><form method="post" action="day"><label>Number of pets <input name="pets" autocomplete="off"></label> <button>Next</button></form>`;
    }

    function third(mistake: string) {
      return html`<p role="alert">${mistake}</p><p>Step 3 of 3</p><form method="post" action="book">
<label>Day <select name="day">${drawn.days.map((day) => html`<option${day === kept.day ? html` selected` : ''}>${day}</option>`)}</select></label> <button>Book</button></form>`;
    }
  },
});
