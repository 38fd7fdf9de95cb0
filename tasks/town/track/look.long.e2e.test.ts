import { expect, test } from 'vitest';
import { townPages } from '../../../harness/testing/town-pages.ts';
import { trackOf } from '../../../harness/testing/track-of.ts';

const track = trackOf(1);
const { led, member, readOnly } = track;
const key = track
  .rows('links')
  .find(({ kind, from }) => kind === 'duplicates' && !`${from}`.startsWith(readOnly))?.from;
const own = track.rows('comments').find((row) => {
  const issue = track.rows('issues').find(({ id }) => id === row.issue);
  return row.author === track.world.person.id && issue?.project !== readOnly;
})?.id;
const idOf = (table: string) => track.rows(table).find(({ project }) => project === led)?.id;

const paths = [
  '/home',
  '/projects',
  `/projects/${led}`,
  `/projects/${led}/board`,
  `/projects/${readOnly}/board`,
  `/projects/${led}/milestones`,
  `/projects/${led}/milestones/new`,
  `/projects/${led}/milestones/${idOf('milestones')}`,
  `/projects/${led}/labels`,
  `/projects/${led}/labels/${idOf('labels')}`,
  `/projects/${led}/labels/${idOf('labels')}/merge`,
  `/projects/${led}/labels/${idOf('labels')}/delete`,
  `/projects/${member}/labels`,
  '/issues',
  `/issues?project=${member}&status=any&sort=oldest&page=2`,
  '/issues?words=zebra',
  '/search?q=water',
  '/search?q=zebra',
  `/issues/${key}`,
  `/issues/${track.issueIn(readOnly, 'in progress').id}`,
  `/issues/${track.issueIn(member, 'in review').id}`,
  `/issues/${track.issueIn(member).id}/edit`,
  `/issues/${track.issueIn(member).id}/link`,
  `/issues/${track.issueIn(member).id}/duplicate`,
  `/issues/${track.issueIn(member).id}/move`,
  `/comments/${own}/edit`,
  '/issues/new',
  `/issues/new?project=${led}`,
  `/issues/new?project=${readOnly}`,
  '/people',
  `/people/${track.world.person.email.split('@')[0]}`,
  '/notifications',
  '/notifications?show=unread',
  '/filters',
  '/filters/safety-first',
  '/settings',
  '/activity',
  '/help',
  '/nowhere',
];

const openTrack = () => townPages('track.town.test', 'mail.town.test');

test('no page has a finding of axe, an error, or scrolls sideways on a phone', async () => {
  const pages = await openTrack();
  const faults = await pages.faultsOf(paths, [
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'dark'],
  ]);
  expect(faults).toEqual([]);
});

test('the keyboard alone moves a card and comments on an issue', async () => {
  const pages = await openTrack();
  await pages.open(`/projects/${led}/board`);
  await pages.press('Tab', 9);
  expect(await pages.focused()).toBe('Skip to the content');
  await pages.press('Enter', 13);
  await pages.tabTo(/^Column of /);
  const card = (await pages.focused()).replace('Column of ', '').trim();
  await pages.press('I', 73);
  await pages.press('Tab', 9);
  expect(await pages.focused()).toBe(`Move ${card}`);
  await pages.press('Enter', 13);
  await pages.comesToSay('The card was moved.');
  await pages.open(`/issues/${card}`);
  expect(await pages.read()).toContain('In progress');
  await pages.tabTo(/^Your comment/);
  await pages.send('Input.insertText', { text: 'By hand' });
  await pages.press('Tab', 9);
  await pages.press('Enter', 13);
  await pages.comesToSay('Your comment was added.');
  expect(await pages.read()).toContain('By hand');
});

test('a box checks all of a page; a question is asked in a dialog', async () => {
  const pages = await openTrack();
  await pages.open(`/issues?project=${led}`);
  await pages.run('document.querySelector("thead input").click()');
  expect(await pages.run('document.querySelectorAll("tbody input:not(:checked)").length')).toBe(0);
  await pages.open('/filters');
  await pages.run('document.querySelector("a[data-dialog]").click()');
  await pages.comesTo('document.querySelector("dialog[open] .danger") !== null');
  await pages.run('document.querySelector("dialog .danger").click()');
  await pages.comesToSay('The filter was deleted.');
});

test('without scripts an issue is closed and a filter deleted', async () => {
  const pages = await openTrack();
  await pages.send('Emulation.setScriptExecutionDisabled', { value: true });
  await pages.go(`/issues/${track.issueIn(led).id}`);
  await pages.comesToSay('Close issue');
  await pages.run('document.querySelector("button[value=close]").click()');
  await pages.comesToSay('The issue was closed.');
  await pages.go('/filters/safety-first/delete');
  await pages.comesToSay('Delete the filter');
  await pages.run('document.querySelector("button.danger").click()');
  await pages.comesToSay('The filter was deleted.');
});
