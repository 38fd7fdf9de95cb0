import { html } from 'hono/html';
import { inScript, saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type InfiniteScroll = { recipes: string[]; wanted: string; alike: string };

const dishes = [
  'Bean stew',
  'Chard tart',
  'Lentil soup',
  'Millet bowl',
  'Onion pie',
  'Pea salad',
  'Rye bread',
];
const additions =
  'basil,capers,chives,cumin,dill,fennel,ginger,leek,mint,mustard,nutmeg,paprika,sage,thyme'.split(',');
export const perPage = 10;

/** A list that grows while the page is scrolled. Later items are neither in the page before that nor on another page. */
export const infiniteScroll = defineExercise<InfiniteScroll>({
  id: 'infinite-scroll',
  title: 'Recipes',
  draw: (random) => {
    const all = dishes.flatMap((dish) => additions.map((addition) => `${dish} with ${addition}`));
    const recipes = random.sample(all, 8 * perPage);
    const dishOf = (recipe: string) => recipe.split(' with ')[0];
    const first = recipes.slice(0, perPage);
    const pairs = recipes
      .slice(4 * perPage, 6 * perPage)
      .flatMap((wanted) =>
        first.filter((each) => dishOf(each) === dishOf(wanted)).map((alike) => ({ wanted, alike })),
      );
    return { recipes, ...random.pick(pairs) };
  },
  open:
    ({ recipes }, bench) =>
    (visit) => {
      if (visit.path === 'more.json') {
        const from = Number(visit.query.get('from'));
        return Response.json(recipes.slice(from, from + perPage));
      }
      if (visit.method === 'POST' && visit.path === 'keep') {
        bench.record({ recipe: visit.form.get('recipe') ?? '' });
        return saved();
      }
      return visit.path === '' ? page : undefined;
    },
});

const page = html`<style>
article { border: 1px solid #c5ccd6; border-radius: .4rem; padding: 0 1rem 1rem; margin: .8rem 0; }
h2 { font-size: 1.1rem; }
#told { position: sticky; top: 0; background: #fff; padding: .4rem 0; margin: 0; }
</style>
<p id="told" role="status">Keep what you like to cook.</p>
<div id="list"></div>
<p id="end">More is coming …</p>
<script type="module">
const { byHand } = window;
const list = document.getElementById('list');
const end = document.getElementById('end');
let busy = false;
const article = (recipe) => {
  const box = document.createElement('article');
  const head = box.appendChild(document.createElement('h2'));
  head.textContent = recipe;
  const button = box.appendChild(document.createElement('button'));
  button.textContent = 'Keep';
  button.setAttribute('aria-label', 'Keep ' + recipe);
  byHand(button, 'click', async (_, post) => {
    await post('keep', { recipe });
    document.getElementById('told').textContent = recipe + ' is kept.';
  });
  return box;
};
const load = async () => {
  if (busy || end.hidden || end.getBoundingClientRect().top > innerHeight) return;
  busy = true;
  const more = await (await fetch('more.json?from=' + list.children.length)).json();
  list.append(...more.map(article));
  end.textContent = list.children.length + ' recipes so far. More is coming …';
  end.hidden = more.length < ${inScript(perPage)};
  busy = false;
  load();
};
addEventListener('scroll', load);
load();
</script>`;
