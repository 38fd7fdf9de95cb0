import { type InfiniteScroll, perPage } from '../exercises/infinite-scroll.ts';
import { drillOf } from './helpers/drill-of.ts';

export const template = drillOf<InfiniteScroll>({
  id: 'infinite-scroll',
  title: 'Infinite scroll',
  goal: ({ wanted }) => `Keep the recipe “${wanted}”.`,
  deeds: ({ wanted }) => [{ recipe: wanted }],
  ways: ({ recipes, wanted }) => [
    [
      ...Array.from({ length: Math.floor(recipes.indexOf(wanted) / perPage) }, (_, index) => [
        { press: 'End' },
        { wait: `${(index + 2) * perPage} recipes so far.` },
      ]).flat(),
      { click: { role: 'button', name: `Keep ${wanted}` } },
      { wait: `${wanted} is kept.` },
      { done: {} },
    ],
    // Screen by screen, for servers that show only the visible part.
    [
      { seek: { role: 'button', name: `Keep ${wanted}`, key: 'PageDown' } },
      { click: { role: 'button', name: `Keep ${wanted}` } },
      { wait: `${wanted} is kept.` },
      { done: {} },
    ],
    [
      {
        script: {
          code: `async () => {
            for (let screens = 0; screens < 100; screens += 1) {
              const button = document.querySelector(${JSON.stringify(`[aria-label="Keep ${wanted}"]`)});
              if (button) return;
              scrollTo(0, document.body.scrollHeight);
              await new Promise((loaded) => setTimeout(loaded, 100));
            }
          }`,
        },
      },
      { click: { role: 'button', name: `Keep ${wanted}` } },
      { wait: `${wanted} is kept.` },
      { done: {} },
    ],
  ],
  // The first items are taken for the whole list: the same dish with another ingredient.
  wrongWays: ({ alike }) => [
    [{ click: { role: 'button', name: `Keep ${alike}` } }, { wait: `${alike} is kept.` }, { done: {} }],
  ],
});
