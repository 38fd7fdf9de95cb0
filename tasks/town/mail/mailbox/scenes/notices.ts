import type { Scene } from '../scene.ts';
import { issues, type Series } from '../series.ts';
import series from '../words/notices.json' with { type: 'json' };

/** Automated mail: newsletters, appointments, orders, parcels, the library, and junk. */
export const notices: Scene = {
  id: 'notices',
  // Pairs in JSON are typed as lists.
  stories: (setting) => issues(setting, series as unknown as readonly Series[]),
};
