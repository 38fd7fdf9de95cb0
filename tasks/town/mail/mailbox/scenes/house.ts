import { type Plot, tell } from '../plot.ts';
import type { Scene } from '../scene.ts';
import plots from '../words/house.json' with { type: 'json' };

/** The flat: the landlord and the neighbours. */
export const house: Scene = {
  id: 'house',
  stories: (setting) =>
    tell(setting, plots as unknown as readonly Plot[], {
      // pairs in JSON are typed as lists
      group: 'house',
      times: 1,
      since: 220,
      folder: 'archive',
      labels: ['flat'],
      isLed: true,
    }),
};
