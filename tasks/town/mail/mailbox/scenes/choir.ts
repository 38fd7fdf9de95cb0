import { type Plot, tell } from '../plot.ts';
import type { Scene } from '../scene.ts';
import plots from '../words/choir.json' with { type: 'json' };

/** The choir: rehearsals, concerts, seating. */
export const choir: Scene = {
  id: 'choir',
  stories: (setting) =>
    tell(setting, plots as unknown as readonly Plot[], {
      // pairs in JSON are typed as lists
      group: 'choir',
      times: 1,
      since: 180,
      folder: 'archive',
      labels: ['choir'],
    }),
};
