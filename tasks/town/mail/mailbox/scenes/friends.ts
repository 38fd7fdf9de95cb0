import { type Plot, tell } from '../plot.ts';
import type { Scene } from '../scene.ts';
import plots from '../words/friends.json' with { type: 'json' };

/** Friends: dinners, borrowed tools, walks, birthdays. */
export const friends: Scene = {
  id: 'friends',
  stories: (setting) =>
    tell(setting, plots as unknown as readonly Plot[], {
      // pairs in JSON are typed as lists
      group: 'friends',
      times: 2,
      since: 200,
      folder: 'archive',
      labels: [],
    }),
};
