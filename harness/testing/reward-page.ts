import type { Contract } from '../judge/contract.ts';
import type { FixtureSites } from '../web/fixture-sites.ts';
import { webOf } from './folder-of.ts';

/**
 * A page with the interface of pages that compute their own reward: the buttons `Win` (0, 0), `Lose` (0, 40), `Idle`
 * (0, 80) and a field (0, 120) call `core.endEpisode(reward)` when they are clicked or focused. The begun episode has
 * the id 1.
 */
const page = `<!doctype html>
<style>button, input { position: absolute; left: 0; width: 60px; height: 30px }</style>
<button style="top: 0" onclick="core.endEpisode(1)">Win</button>
<button style="top: 40px" onclick="core.endEpisode(-1)">Lose</button>
<button style="top: 80px">Idle</button>
<input style="top: 120px" onfocus="core.endEpisode(1)">
<script>
  const send = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body) });
  const core = {
    endEpisode: (raw, reason = null) => {
      const { event } = window;
      const type = event?.isTrusted && ['click', 'mouseup', 'keydown', 'focus'].includes(event.type) ? event.type : null;
      void send('/end', { episode: 1, raw, reason, event: type });
    },
  };
  void send('/begin', { episode: 1 });
</script>`;

/** Keeps what a suite with such pages keeps: requested documents, begun episodes, reported ends. */
const host = `export const createHost = () => {
  const tables = { documents: [], starts: [], ends: [] };
  const add = (table, row) => { tables[table] = [...tables[table], { id: String(tables[table].length + 1), path: '/', ...row }]; };
  return {
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/') {
        const served = tables.documents.length === 0;
        add('documents', { served });
        return served
          ? new Response(${JSON.stringify(page)}, { headers: { 'content-type': 'text/html; charset=utf-8' } })
          : new Response('gone', { status: 410 });
      }
      if (request.method !== 'POST') return undefined;
      const { episode, ...sent } = JSON.parse(await request.text());
      if (pathname === '/begin') add('starts', { goal: 'Click Win.' });
      if (pathname === '/end') add('ends', { ...sent, inStart: episode === 1, atMs: Date.now() });
      return new Response('kept');
    },
    tables: () => ({ ...tables }),
  };
};`;

export function rewardWeb(): Promise<FixtureSites> {
  return webOf({ 'a.test/_host.mjs': host });
}

/** The clause of that page with the defaults of its fields. */
export function earned(change: Partial<Extract<Contract, { kind: 'reward' }>> = {}): Contract {
  return {
    kind: 'reward',
    host: 'a.test',
    above: 0,
    ends_on: ['click', 'mouseup', 'keydown', 'focus'],
    without_input: false,
    ...change,
  };
}

/** Resolves once the page has begun its episode, which it does while its event `load` is dispatched. */
export const untilLoaded =
  'new Promise((done) => { const look = () => (performance.timing.loadEventEnd > 0 ? done() : setTimeout(look, 10)); look(); })';
