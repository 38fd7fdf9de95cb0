import { html } from 'hono/html';
import { mayChange } from '../deeds/may.ts';
import type { Project } from '../state/rows.ts';
import type { Track } from '../state/track.ts';

const tabs = { '': 'Overview', '/board': 'Board', '/milestones': 'Milestones', '/labels': 'Labels' };

/** The header of each page of a project. */
export function projectHead(track: Track, { id, name }: Project, current: keyof typeof tabs | null) {
  const links = Object.entries(tabs).map(
    ([path, words]) =>
      html`<li><a href="/projects/${id}${path}"${path === current ? html` aria-current="page"` : ''}>${words}</a></li>`,
  );
  return html`<p class="project-name"><span class="key">${id}</span> ${name}${
    mayChange(track, id) ? '' : html` <span class="read-only">Read only</span>`
  }</p>
<nav class="tabs" aria-label="Project"><ul>${links}
<li><a href="/issues?project=${id}">Issues</a></li><li><a href="/activity?project=${id}">Activity</a></li></ul></nav>`;
}
