import { html } from 'hono/html';
import { pageOf } from '../../site/page-of.ts';
import { activity } from '../lists/activity.ts';
import { activityList } from '../parts/activity-list.ts';
import { namesOf, select } from '../parts/field.ts';
import { pager } from '../parts/pager.ts';
import { teamOf } from '../parts/people.ts';
import type { Page } from './page.ts';

/** All actions, with person and project. */
export const activityPage: Page = (site) => {
  site.get('/activity', ({ track, url, show }) => {
    const project = url.searchParams.get('project') ?? '';
    const person = url.searchParams.get('person') ?? '';
    const any = { value: '', name: 'Any' };
    const found = activity(track).filter(
      ({ actor, issue }) =>
        (person === '' || actor === person) &&
        (project === '' || track.store.get('issues', issue)?.project === project),
    );
    const paged = pageOf(found, url, 30);
    return show(
      'Activity',
      html`<h1>Activity</h1><form action="/activity"><div class="fields">
${select('project', 'Project', project, [any, ...namesOf(track.store.all('projects'))])}
${select('person', 'By', person, [any, ...namesOf(teamOf(track))])}</div><p><button type="submit">Show</button></p></form>
${found.length > 0 ? activityList(track, paged.items) : html`<p class="empty">Nothing was done.</p>`}
${pager(paged, url, 'lines')}`,
    );
  });
};
