import { html } from 'hono/html';
import { leadOf } from '../deeds/may.ts';
import type { Exchange } from './exchange.ts';

/** The pages of what cannot be had. */
export function notFound({ show }: Exchange) {
  return show(
    'Not found',
    html`<h1>Not found</h1><p>There is nothing here. It may have been deleted, or the address is wrong.</p><p><a class="button" href="/home">To the home page</a></p>`,
    404,
  );
}

/** For somebody who may look at a project and not do this in it. */
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

export function wrongForm({ show }: Exchange) {
  return show(
    'Not done',
    html`<h1>Not done</h1><p>That form cannot be read here. Nothing was changed.</p><p><a class="button" href="/home">To the home page</a></p>`,
    400,
  );
}

export function signedOut({ alone, track }: Exchange) {
  const { name, email } = track.world.person;
  return alone(
    'Signed out',
    html`<h1>You are signed out</h1><p>This browser remembers one account.</p>
<form method="post" action="/sign-in"><button type="submit" class="primary">Go on as ${name} (${email})</button></form>`,
  );
}
