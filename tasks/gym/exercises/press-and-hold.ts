import { html } from 'hono/html';
import { inScript } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type PressAndHold = { lock: string; locks: string[]; ms: number };

const rooms = ['archive', 'boathouse', 'cellar', 'greenhouse', 'kiln', 'loft', 'pantry', 'workshop'];

/** A lock that opens after the mouse button is held down long enough; a click does nothing. */
export const pressAndHold = defineExercise<PressAndHold>({
  id: 'press-and-hold',
  title: 'Locks',
  draw: (random) => {
    const locks = random.sample(rooms, 4);
    return { lock: random.pick(locks), locks, ms: random.int(8, 14) * 100 };
  },
  open: (drawn, bench) => (visit) => {
    if (visit.method === 'POST' && visit.path === 'open') {
      bench.record({ lock: visit.form.get('lock') ?? '' });
      return html`<p role="status">Open.</p>`;
    }
    return visit.path === '' ? locks(drawn) : undefined;
  },
});

const locks = ({ locks: all, ms }: PressAndHold) => html`<p>Press a lock and hold it until it opens.</p>
${all.map((lock) => html`<p><button type="button" data-lock="${lock}">Lock of the ${lock}</button></p>`)}
<p role="status"></p>
<script type="module">
const { byHand } = window;
for (const button of document.querySelectorAll('[data-lock]')) {
  const { lock } = button.dataset;
  let timer;
  const stop = () => { clearTimeout(timer); button.style.background = ''; };
  byHand(button, 'pointerdown', (_, post) => {
    button.style.background = 'gold';
    timer = setTimeout(async () => {
      await post('open', { lock });
      document.querySelector('[role=status]').textContent = 'The lock of the ' + lock + ' is open.';
    }, ${inScript(ms)});
  });
  addEventListener('pointerup', stop, true);
  button.addEventListener('pointerleave', stop);
}
</script>`;
