import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type DependentFields = { country: string; region: string; town: string };

const towns: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Ardland: { North: ['Arbeck', 'Newport', 'Stane'], South: ['Castle Bay', 'Newport', 'Orme'] },
  Belmark: { East: ['Dell', 'Kirk', 'Newport'], West: ['Kirk', 'Lund', 'Stane'] },
  Corsia: { Coast: ['Alba', 'Lund', 'Marina'], Hills: ['Alba', 'Dell', 'Orme'] },
};

/** Each field's choices are fetched after the field before it is set. */
export const dependentFields = defineExercise<DependentFields>({
  id: 'dependent-fields',
  title: 'Delivery',
  draw: (random) => {
    const country = random.pick(Object.keys(towns));
    const region = random.pick(Object.keys(towns[country] ?? {}));
    return { country, region, town: random.pick(towns[country]?.[region] ?? []) };
  },
  open:
    (_, bench) =>
    ({ method, path, query, form: sent }) => {
      const regions = towns[query.get('country') ?? ''] ?? {};
      if (path === 'regions') return Response.json(Object.keys(regions));
      if (path === 'towns') return Response.json(regions[query.get('region') ?? ''] ?? []);
      if (path !== '') return undefined;
      if (method === 'GET') return form;
      bench.record({
        country: sent.get('country') ?? '',
        region: sent.get('region') ?? '',
        town: sent.get('town') ?? '',
      });
      return saved();
    },
});

const form = html`<form method="post">
<label>Country <select name="country"><option value="">Choose</option>${Object.keys(towns).map((each) => html`<option>${each}</option>`)}</select></label>
<label>Region <select name="region" disabled></select></label>
<label>Town <select name="town" disabled></select></label>
<button>Save</button>
<p role="status"></p>
</form>
<script>
const [country, region, town] = ['country', 'region', 'town'].map((name) => document.querySelector('[name=' + name + ']'));
const fill = async (field, path, query) => {
  const names = await (await fetch(path + '?' + new URLSearchParams(query))).json();
  await new Promise((done) => setTimeout(done, 300));
  field.replaceChildren(...['Choose', ...names].map((name, index) => new Option(name, index === 0 ? '' : name)));
  field.disabled = names.length === 0;
  document.querySelector('[role=status]').textContent = names.length + ' ' + path + ' to choose from.';
};
country.onchange = () => { town.replaceChildren(); town.disabled = true; fill(region, 'regions', { country: country.value }); };
region.onchange = () => fill(town, 'towns', { country: country.value, region: region.value });
</script>`;
