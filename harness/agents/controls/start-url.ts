import { defineNegativeControl, opening } from './negative-control.ts';

export const startUrl = defineNegativeControl({
  id: 'start-url',
  summary: 'opens the start URL once more, waits a second, says done: a control that must pass nothing',
  isIdle: true,
  moves: async (task, server) => [
    { call: opening(server), values: { url: task.startUrl } },
    { waitMs: 1000 },
  ],
});
