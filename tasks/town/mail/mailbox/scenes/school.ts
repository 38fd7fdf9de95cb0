import { type Plot, tell } from '../plot.ts';
import type { Scene } from '../scene.ts';
import plots from '../words/school.json' with { type: 'json' };

/** The school: trips, evenings, lunches. */
export const school: Scene = {
  id: 'school',
  stories: (setting) =>
    tell(setting, plots as unknown as readonly Plot[], {
      // pairs in JSON are typed as lists
      group: 'school',
      times: 1,
      since: 160,
      folder: 'archive',
      labels: ['school'],
      isLed: true,
    }),
};
