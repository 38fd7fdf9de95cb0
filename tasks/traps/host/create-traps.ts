import type { CreateHost, Row } from '../../../harness/web/host-handler.ts';
import { traps } from '../index.ts';

const mostWords = 200;

/**
 * Serves each trap at `/<id>/<play>/`. What a page reports to `done` becomes a row of the table `deeds`, so that the
 * effect of a call is read from the host.
 */
export const createTraps: CreateHost = () => {
  let deeds: readonly Row[] = [];
  return {
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const [, id, play = '', path] = /^\/([a-z0-9-]+)\/(\d{1,3})\/([a-z-]*)$/.exec(pathname) ?? [];
      const trap = traps.find((each) => each.id === id);
      if (!trap || path === undefined) return undefined;
      if (path === 'done' && request.method === 'POST') {
        const words = (await request.text()).slice(0, mostWords);
        deeds = [...deeds, { id: `${deeds.length + 1}`, trap: trap.id, play, words }];
        return new Response(null, { status: 204 });
      }
      if (path === '') return answer(trap.page);
      const beside = trap.pages && Object.hasOwn(trap.pages, path) ? trap.pages[path] : undefined;
      return beside && answer(beside.body, beside.status, beside.headers);
    },
    tables: () => ({ deeds }),
  };
};

function answer(body: string, status = 200, headers: Record<string, string> = {}): Response {
  const always = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(body, { status, headers: { ...always, ...headers } });
}
