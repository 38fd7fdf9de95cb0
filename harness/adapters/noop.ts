import type { AdapterMaker } from './adapter.ts';

export const noop: AdapterMaker = {
  id: 'noop',
  summary: 'says done at once: the control that must pass nothing',
  make: async () => ({
    id: 'noop',
    kind: 'baseline',
    model: null,
    open: async () => ({ session: { next: async () => ({ kind: 'done' }) } }),
  }),
};
