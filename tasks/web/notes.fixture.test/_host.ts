import { readFileSync } from 'node:fs';
import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { openPasses } from '../document-pass.ts';

const notes = [
  { id: 1, title: 'Bicycle', text: 'New chain in April, size 8.' },
  { id: 2, title: 'Garden', text: 'The roses are watered from tap 2.' },
  { id: 3, title: 'Boiler', text: 'If it drips, close valve 14 in the cellar.' },
];

/** Every note's address serves the app's single document. The app fetches the note itself with a POST. */
export const createHost: CreateHost = () => {
  const passes = openPasses();
  return (request) => {
    const pathname = new URL(request.url).pathname.replace(/\.html$/, '');
    if (pathname === '/api/notes') return Response.json(notes.map(({ id, title }) => ({ id, title })));
    const [, place, id] = /^\/(notes|api\/open)\/(\d+)$/.exec(pathname) ?? [];
    if (place === 'notes' || pathname === '/' || pathname === '/index')
      return passes.serve(request, readFileSync(new URL('index.html', import.meta.url), 'utf8'));
    if (place === undefined) return undefined;
    if (request.method !== 'POST') return Response.json({ error: 'POST only' }, { status: 405 });
    if (!passes.carriedBy(request))
      return Response.json({ error: 'only the app opens notes' }, { status: 403 });
    const note = notes.find((each) => String(each.id) === id);
    return note ? Response.json(note) : Response.json({ error: 'no such note' }, { status: 410 });
  };
};
