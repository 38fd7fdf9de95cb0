import { html } from 'hono/html';
import { inScript, saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

type Station = { id: string; name: string };
export type Autocomplete = { stations: Station[]; wanted: Station };

const places = ['Ashbury', 'Brackwell', 'Corfield', 'Dunmere', 'Elmstead', 'Farnley'];
const parts = ['Bridge', 'Central', 'Harbour', 'Market', 'North', 'Park', 'South', 'West'];

/** Delay in ms between the last letter and the request for suggestions, and how many are shown. */
const waitMs = 350;
const most = 8;

/** Suggestions arrive by request, a while after the last letter. Typed text does not count until a suggestion is picked. */
export const autocomplete = defineExercise<Autocomplete>({
  id: 'autocomplete',
  title: 'Season ticket',
  draw: (random) => {
    const names = places.flatMap((place) => parts.map((part) => `${place} ${part}`));
    const ids = random.sample(
      Array.from({ length: 900 }, (_, at) => `S${100 + at}`),
      names.length,
    );
    const stations = names.map((name, at) => ({ id: ids[at] ?? '', name }));
    return { stations, wanted: random.pick(stations.filter(({ name }) => !name.endsWith('Bridge'))) };
  },
  open:
    ({ stations }, bench) =>
    (visit) => {
      if (visit.path === 'suggest') {
        const words = (visit.query.get('words') ?? '').trim().toLowerCase();
        return Response.json(
          stations.filter(({ name }) => name.toLowerCase().includes(words)).slice(0, most),
        );
      }
      if (visit.path !== '') return undefined;
      if (visit.method === 'GET') return form;
      const station = stations.find(({ id }) => id === visit.form.get('station'));
      if (!station) return html`${form}<p role="alert">Choose a station from the list.</p>`;
      bench.record({ station: station.name });
      return saved('Your ticket is ordered.');
    },
});

const form = html`<style>
#list { list-style: none; margin: 0; padding: 0; width: 20rem; border: 1px solid #c5ccd6; }
#list li { padding: .3rem .6rem; cursor: pointer; }
#list li:is(:hover, [aria-selected=true]) { background: #e2ecfb; }
</style>
<form method="post" autocomplete="off">
<label for="words">Home station</label>
<input id="words" role="combobox" aria-autocomplete="list" aria-controls="list" aria-expanded="false" style="width: 20rem; box-sizing: border-box">
<ul id="list" role="listbox" aria-label="Stations" hidden></ul>
<input type="hidden" name="station">
<p><button>Order</button></p>
</form>
<script>
const { elements: fields } = document.forms[0];
let timer;
let at = -1;
const show = (open) => {
  list.hidden = !open;
  words.setAttribute('aria-expanded', open);
};
const pick = ({ id, name }) => {
  fields.station.value = id;
  words.value = name;
  show(false);
};
const suggest = async () => {
  if (words.value.trim() === '') return show(false);
  const found = await (await fetch('suggest?' + new URLSearchParams({ words: words.value }))).json();
  at = -1;
  list.replaceChildren(...found.map((station) => {
    const item = document.createElement('li');
    item.setAttribute('role', 'option');
    item.setAttribute('aria-selected', false);
    item.textContent = station.name;
    item.onclick = () => pick(station);
    return item;
  }));
  show(found.length > 0);
};
words.oninput = () => {
  fields.station.value = '';
  clearTimeout(timer);
  timer = setTimeout(suggest, ${inScript(waitMs)});
};
words.onkeydown = (event) => {
  const items = [...list.children];
  if (list.hidden || !['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return;
  event.preventDefault();
  if (event.key === 'Enter') return items[at]?.click();
  at = (at + (event.key === 'ArrowDown' ? 1 : items.length - 1)) % items.length;
  for (const [index, item] of items.entries()) item.setAttribute('aria-selected', index === at);
};
</script>`;
