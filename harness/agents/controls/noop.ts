import { defineNegativeControl } from './negative-control.ts';

export const noop = defineNegativeControl({
  id: 'noop',
  summary: 'ends the episode at once',
  isIdle: true,
  moves: async () => [],
});
