import { html } from 'hono/html';
import type { CreateHost, Row } from '../../../harness/web/host-handler.ts';
import { onFirstUse } from '../../town/state/on-first-use.ts';
import { exercises } from '../exercises/index.ts';
import { drawnOf, serveExercises } from './serve-exercises.ts';
import { sheet } from './sheet.ts';

/** The exercises drawn for the seed, and the deeds by which they are judged. */
export const createGym: CreateHost = (world) => {
  const drawn = onFirstUse((): readonly Row[] =>
    exercises.map((each) => ({ id: each.id, drawn: drawnOf(each, world) })),
  );
  let deeds: readonly Row[] = [];
  const record = (exercise: string, fields: object) => {
    deeds = [...deeds, { ...fields, id: `${deeds.length + 1}`, exercise }];
  };
  const serve = serveExercises(world, (exercise, values, bench) => exercise.open(values, bench), record);
  return {
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      return pathname === '/' ? index() : serve(request);
    },
    tables: () => ({ exercises: drawn(), deeds }),
    receive: ({ kind, exercise, fields }) => {
      if (kind !== 'deed' || typeof exercise !== 'string') throw new Error(`gym.test receives no ${kind}`);
      // Deeds posted by the gym's second host.
      record(exercise, fields as object);
    },
  };
};

async function index(): Promise<Response> {
  const list = exercises.map(({ id, title }) => html`<li><a href="/${id}/">${title}</a></li>`);
  return new Response(String(await sheet('Exercises', html`<ul>${list}</ul>`)), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}
