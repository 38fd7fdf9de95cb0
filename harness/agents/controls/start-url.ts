import { defineNegativeControl, opening } from './negative-control.ts';

export const startUrl = defineNegativeControl({
  id: 'start-url',
  summary: 'opens the start URL again, waits a second, ends the episode',
  isIdle: true,
  moves: async (task, server) => [
    { call: opening(server), values: { url: task.startUrl } },
    { waitMs: 1000 },
  ],
});
