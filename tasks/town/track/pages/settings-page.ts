import { html } from 'hono/html';
import { checkbox, choicesOf, select } from '../parts/field.ts';
import { keyIn } from '../state/words-of.ts';
import type { Page } from './page.ts';

const sizes = { 10: '10 issues', 25: '25 issues', 50: '50 issues', 100: '100 issues' };
const starts = { home: 'Home', mine: 'What is assigned to me', notifications: 'Notifications' };

/** The settings for display and mail. */
export const settingsPage: Page = (site) => {
  site.get('/settings', ({ track, show }) => {
    const settings = track.store.get('settings', 'settings');
    if (!settings) return undefined;
    const { pageSize, start, watchOwn, mailAssigned, mailMentioned } = settings;
    return show(
      'Settings',
      html`<h1>Settings</h1><form class="sheet" method="post" action="/settings">
${select('start', 'First page', start, choicesOf(starts))}
${select('pageSize', 'On each page', `${pageSize}`, choicesOf(sizes))}
<fieldset class="boxes"><legend>Watching</legend>${checkbox('watchOwn', 'Watch issues that I report', watchOwn)}</fieldset>
<fieldset class="boxes"><legend>Mail to ${track.world.person.email}</legend>
${checkbox('mailAssigned', 'When an issue is assigned to me', mailAssigned)}
${checkbox('mailMentioned', 'When I am mentioned', mailMentioned)}</fieldset>
<p><button type="submit" class="primary">Save settings</button></p></form>`,
    );
  });
  site.post('/settings', ({ track, form, said, lead }) => {
    track.store.change('settings', 'settings', {
      start: keyIn(starts, said('start')) ?? 'home',
      pageSize: Object.hasOwn(sizes, said('pageSize')) ? Number(said('pageSize')) : 25,
      watchOwn: form.has('watchOwn'),
      mailAssigned: form.has('mailAssigned'),
      mailMentioned: form.has('mailMentioned'),
    });
    return lead('/settings', 'settings-saved');
  });
};
