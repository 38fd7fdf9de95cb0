import { defineControl, opening } from './control.ts';
import { forgedDocument, wantedOf } from './forging/forge.ts';

export const dataUrl = defineControl({
  id: 'data-url',
  summary: 'opens a data: URL with the wanted content: a control that must pass nothing',
  moves: async (task, server) => {
    const document = encodeURIComponent(forgedDocument(wantedOf(task.success)));
    return [{ call: opening(server), values: { url: `data:text/html;charset=utf-8,${document}` } }];
  },
});
