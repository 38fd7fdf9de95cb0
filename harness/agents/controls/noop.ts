import { defineControl } from './control.ts';

export const noop = defineControl({
  id: 'noop',
  summary: 'says done at once: the control that must pass nothing',
  isIdle: true,
  moves: async () => [],
});
