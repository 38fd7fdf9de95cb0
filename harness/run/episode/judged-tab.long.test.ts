import { expect, test } from 'vitest';
import {
  expectBackgroundNotJudged,
  expectSelectedJudged,
  open,
  openTab,
  statusOf,
} from '../../testing/guests/tabs-of-guest.ts';
import type { Call } from '../../testing/play.ts';

test.each(['activate', 'http'])('the tab that was selected last is judged (%s)', expectSelectedJudged);

test('a tab that was acted in is in front', async () => {
  const reload: Call = ['cdp', { method: 'Page.reload', onTab: '/goal' }];
  expect(await statusOf(open('/goal'), openTab('/other'), reload)).toBe('passed');
});

test('a tab that was opened behind the others is not judged, a new one in front is', async () => {
  expect(await statusOf(open('/goal'), openTab('/other', { background: true }))).toBe('passed');
  expect(await statusOf(open('/goal'), openTab('/other'))).toBe('failed');
});

test.each(['/reloads'])('a tab that by itself %s in the background is not judged', expectBackgroundNotJudged);
