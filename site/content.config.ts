import { defineCollection } from 'astro:content';
import { taskFiles } from './task-pages.ts';

/** The reasons of the tasks, rendered. The front matter stays with `readSuites`, which checks it. */
const reasons = defineCollection({
  loader: {
    name: 'reasons',
    load: async ({ store, renderMarkdown }) => {
      store.clear();
      for (const { task, why } of taskFiles) {
        if (why !== '') store.set({ id: task.id, data: {}, rendered: await renderMarkdown(why) });
      }
    },
  },
});

export const collections = { reasons };
