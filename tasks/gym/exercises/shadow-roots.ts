import { html } from 'hono/html';
import { inScript } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type ShadowRoots = { lamp: string; heater: string; rooms: string[] };

const rooms = ['attic', 'barn', 'cellar', 'den', 'foyer', 'garage'];

/** Switches in an open and a closed shadow root. */
export const shadowRoots = defineExercise<ShadowRoots>({
  id: 'shadow-roots',
  title: 'House',
  draw: (random) => {
    const shown = random.sample(rooms, 4);
    return { rooms: shown, lamp: random.pick(shown), heater: random.pick(shown) };
  },
  open:
    (drawn, bench) =>
    ({ method, path, form }) => {
      if (path === '') return panels(drawn);
      if (path !== 'switch' || method !== 'POST') return undefined;
      bench.record({ thing: form.get('thing') ?? '', room: form.get('room') ?? '' });
      return html`<p>On.</p>`;
    },
});

const panels = (
  drawn: ShadowRoots,
) => html`<h2>Lamps</h2><div id="lamps"></div><h2>Heaters</h2><div id="heaters"></div><p role="status"></p>
<script type="module">
const { byHand } = window;
const rooms = ${inScript(drawn.rooms)};
const panel = (host, mode, thing) => {
  const root = document.getElementById(host).attachShadow({ mode });
  for (const room of rooms) {
    const button = document.createElement('button');
    button.textContent = thing + ' of the ' + room;
    byHand(button, 'click', async (_, post) => {
      await post('switch', { thing, room });
      document.querySelector('[role=status]').textContent = button.textContent + ' is on.';
    });
    root.append(button, ' ');
  }
};
panel('lamps', 'open', 'Lamp');
panel('heaters', 'closed', 'Heater');
</script>`;
