import { defineCollection } from 'astro:content';
import { docPages } from './docs-pages.ts';
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

/** The repository's own documents, rendered. */
const docs = defineCollection({
  loader: {
    name: 'docs',
    load: async ({ store, renderMarkdown }) => {
      store.clear();
      for (const { slug, markdown } of docPages)
        store.set({ id: slug, data: {}, rendered: await renderMarkdown(markdown) });
    },
  },
});

export const collections = { reasons, docs };
