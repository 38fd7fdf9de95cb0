import { html } from 'hono/html';
import type { HostHandler, Person, World } from '../../../harness/web/host-handler.ts';
import type { Bench, Drawn, Exercise, Given, Visit } from '../exercises/exercise.ts';
import { exercises } from '../exercises/index.ts';
import { openPasses } from './hands.ts';
import { readVisit } from './read-visit.ts';
import { sheet } from './sheet.ts';

type Served = (visit: Visit) => Given;

/** Serves `/<id>/...`. An exercise is opened on its first request, and accepts only posts caused by a pointer or a key. */
export function serveExercises(
  world: World,
  open: (exercise: Exercise, drawn: Drawn, bench: Bench) => Served | undefined,
  record: (exercise: string, fields: Drawn) => void,
): HostHandler {
  const opened = new Map<string, Served | undefined>();
  const passes = openPasses();
  return async (request) => {
    const { pathname, protocol, href } = new URL(request.url);
    if (protocol === 'http:') return Response.redirect(href.replace(/^http:/, 'https:'), 301);
    const [, id = '', path] = /^\/([a-z0-9-]+)\/(.*)$/.exec(pathname) ?? [];
    const exercise = exercises.find((each) => each.id === id);
    if (!exercise || path === undefined) return undefined;
    if (!opened.has(id)) {
      const bench: Bench = {
        record: (fields) => record(id, fields),
        now: world.now,
        get person(): Person {
          return world.person;
        },
      };
      opened.set(id, open(exercise, drawnOf(exercise, world), bench));
    }
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) return new Response(null, { status: 405 });
    const visit = await readVisit(request, path);
    const isByHand = visit.method === 'GET' || passes.has(visit.form.get('pass'), request);
    visit.form.delete('pass');
    const given = isByHand ? opened.get(id)?.(visit) : refused;
    if (given instanceof Response) return given;
    const content = await (given ?? html`<p>There is no such page.</p>`);
    return new Response(String(await sheet(exercise.title, content, passes.give(request, String(content)))), {
      status: !isByHand ? 403 : given ? 200 : 404,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    });
  };
}

const refused = html`<p role="alert">Nothing was done: this page takes what a pointer or a key does.</p>`;

export function drawnOf(exercise: Exercise, world: Pick<World, 'random'>): Drawn {
  return exercise.draw(world.random(`exercise ${exercise.id}`));
}
