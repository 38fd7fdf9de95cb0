import { expect, test } from 'vitest';
import { findServer } from '../../servers/index.ts';
import { afterHelpPopup } from '../../testing/guests/help-popup.ts';

test.each([findServer('playwright')])(
  'a help window that $id opened from the right page is in front',
  async (server) => {
    expect(await afterHelpPopup(server, false)).toEqual(['failed', 'https://a.test/help']);
  },
);
