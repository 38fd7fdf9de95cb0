import { expect, test } from 'vitest';
import { servers } from '../../servers/index.ts';
import { afterHelpPopup } from '../../testing/guests/help-popup.ts';

const fromNpm = servers.filter(({ origin }) => 'package' in origin);

test.each(fromNpm)('a help window that $id opened from the right page is in front', async (server) => {
  expect(await afterHelpPopup(server, false)).toEqual(['failed', 'https://a.test/help']);
});

test.each(fromNpm)('the right page is in front again when $id has selected it', async (server) => {
  expect(await afterHelpPopup(server, true)).toEqual(['passed', 'https://a.test/']);
});
