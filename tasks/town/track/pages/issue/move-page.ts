import { html } from 'hono/html';
import { mayChange } from '../../deeds/may.ts';
import { moveIssue } from '../../deeds/move-issue.ts';
import { namesOf, select } from '../../parts/field.ts';
import { forbidden } from '../../parts/forbidden.ts';
import { changingIssue } from '../../parts/guards.ts';
import type { Page } from '../page.ts';

/** Moves an issue to another project that the user may change. */
export const movePage: Page = (site) => {
  site.get(
    '/issues/:key/move',
    changingIssue(({ track, show }, { key, title, project }) => {
      const others = track.store.all('projects').filter(({ id }) => id !== project && mayChange(track, id));
      return show(
        `Move ${key}`,
        html`<h1>Move ${key} to another project</h1><form class="sheet" method="post" action="/issues/${key}/move">
<p>${key}, ${title}, gets the next number there. Comments and links stay; the milestone does not, and of the labels those that are called the same there.</p>
${select('project', 'Project', '', namesOf(others))}
<p class="buttons"><button type="submit" class="primary">Move issue</button> <a class="button" href="/issues/${key}">Cancel</a></p></form>`,
      );
    }),
  );
  site.post(
    '/issues/:key/move',
    changingIssue((exchange, issue) => {
      const { track, said, lead } = exchange;
      const project = track.store.get('projects', said('project'));
      if (!project) return undefined;
      if (!mayChange(track, project.id)) return forbidden(exchange, project.id);
      moveIssue(track, issue, project.id);
      return lead(`/issues/${track.store.get('issues', issue.id)?.key}`, 'moved');
    }),
  );
};
