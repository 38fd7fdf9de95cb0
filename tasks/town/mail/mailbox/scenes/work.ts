import { type Plot, tell } from '../plot.ts';
import type { Scene } from '../scene.ts';
import plots from '../words/work.json' with { type: 'json' };

/** Colleagues: moved meetings, requested lists. */
export const work: Scene = {
  id: 'work',
  stories: (setting) =>
    tell(setting, plots as unknown as readonly Plot[], {
      // pairs in JSON are typed as lists
      group: 'colleagues',
      times: 2,
      since: 150,
      folder: 'work',
      labels: [],
    }),
};
