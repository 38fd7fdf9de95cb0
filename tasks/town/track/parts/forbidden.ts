import { html } from 'hono/html';
import { leadOf } from '../deeds/may.ts';
import type { Exchange } from './exchange.ts';

/** The page for a user who may view a project, but not do this in it. */
export function forbidden({ show, track }: Exchange, project: string) {
  const name = track.store.get('projects', project)?.name;
  const lead = leadOf(track, project);
  return show(
    'Not allowed',
    html`<h1>Not allowed</h1><p>You may look at ${name} (${project}), but not do this in it. Nothing was changed.</p>
<p>${lead ? `${lead.name} leads the project and decides who may.` : ''}</p><p><a class="button" href="/projects/${project}">To the project</a></p>`,
    403,
  );
}
