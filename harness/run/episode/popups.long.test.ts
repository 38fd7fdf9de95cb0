import { expect, test } from 'vitest';
import { servers } from '../../servers/index.ts';
import { popupsMissed } from '../../testing/guests/popups-missed.ts';

const fromNpm = servers.filter(({ origin }) => 'package' in origin);

test.each(fromNpm)('of 30 popups that $id opens none is missed, five times', async (server) => {
  for (let round = 1; round <= 5; round++) expect(await popupsMissed(server, 30)).toEqual([]);
});
