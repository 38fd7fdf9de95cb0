import { defineNegativeControl } from './negative-control.ts';

export const noop = defineNegativeControl({
  id: 'noop',
  summary: 'says done at once: the control that must pass nothing',
  isIdle: true,
  moves: async () => [],
});
