import { expect, test } from 'vitest';
import { Tab, Tabs } from './tab.ts';

const goal = { isBehind: false, url: 'https://a.test/goal' };
const behind = { ...goal, isBehind: true };

function tabsWith(...shown: string[]): Tabs {
  const tabs = new Tabs();
  for (const targetId of shown) tabs.add(shownTab(targetId));
  return tabs;
}

function shownTab(targetId: string): Tab {
  const tab = new Tab(targetId, `session of ${targetId}`);
  tab.shown = true;
  return tab;
}

test('a tab that is reported to the guest first is awaited like one that is reported later', () => {
  const tabs = tabsWith('first');
  tabs.opened('second', goal);
  const second = new Tab('second', 'its session');
  tabs.add(second);
  expect([second.awaited, second.front]).toEqual([true, 2]);
});

test('a tab opened in the background is not judged, in either order of reports', () => {
  const early = tabsWith('first');
  early.opened('second', behind);
  early.add(shownTab('second'));
  const late = tabsWith('first', 'second');
  late.opened('second', behind);
  expect([early.judged()?.targetId, late.judged()?.targetId]).toEqual(['first', 'first']);
});

test('a tab opened in the background and then selected is judged', () => {
  const tabs = tabsWith('first');
  tabs.opened('second', behind);
  tabs.inFront('second');
  tabs.add(shownTab('second'));
  expect(tabs.judged()?.targetId).toBe('second');
});
