import { forgedDocument, wantedOf } from './forging/forge.ts';
import { defineNegativeControl, opening } from './negative-control.ts';

export const dataUrl = defineNegativeControl({
  id: 'data-url',
  summary: 'opens a data: URL with the wanted content',
  moves: async (task, server) => {
    const document = encodeURIComponent(forgedDocument(wantedOf(task.success)));
    return [{ call: opening(server), values: { url: `data:text/html;charset=utf-8,${document}` } }];
  },
});
