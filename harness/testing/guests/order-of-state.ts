import { expect } from 'vitest';
import type { Adapter } from '../../agents/adapter.ts';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../folder-of.ts';
import { type Call, callsOf, play } from '../play.ts';

const host = `export const createHost = () => {
  let orders = [{ id: '1041', total: 900 }];
  return {
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/never') return new Promise(() => {});
      if (pathname !== '/order') return undefined;
      const total = Number(await request.text());
      orders = [...orders, { id: '1042', total }];
      return new Response('order 1042: total 41.80 EUR');
    },
    tables: () => ({ orders }),
  };
};`;

const web = await webOf({
  'a.test/index.html': '<h1>Shop</h1>',
  'a.test/restless.html': '<script>setInterval(() => fetch("/never", { cache: "no-store" }), 20)</script>',
  'a.test/_host.mjs': host,
  'b.test/_host.mjs': host,
  'b.test/index.html': '<h1>Mail</h1>',
});

const ordered: Contract = {
  kind: 'state',
  host: 'a.test',
  changes: [{ table: 'orders', added: { total: 4180 } }],
  ignore: [],
  others: 'unchanged',
};
const told: Contract = { kind: 'answer', type: 'currency', value: { amount: 41.8, currency: 'EUR' } };
const visited: Contract = {
  kind: 'network',
  url_pattern: '^https://a\\.test/order$',
  status_in: [200],
  since: 'contract_enter',
};
const success: Contract = { kind: 'and', children: [ordered, told, visited] };

export const order = (total: number): Call => [
  'run',
  { script: `fetch('/order', { method: 'POST', body: '${total}' }).then((answer) => answer.text())` },
];
export const open = (url: string): Call => ['open', { url }];

/** Ends with an answer when its calls are done. */
function saying(calls: readonly Call[], answer: string | null): Adapter {
  return {
    ...callsOf(calls),
    open: async (task, server) => {
      const opened = await callsOf(calls).open(task, server);
      if (!('session' in opened)) return opened;
      return { session: { ...opened.session, report: () => ({ success: true, answer, stopReason: null }) } };
    },
  };
}

export async function played(calls: readonly Call[], answer: string | null = '41.80 EUR') {
  const adapter = saying(calls, answer);
  const episode = await play({ web, success, task: { verify: 'state' }, adapter });
  const { result, left } = episode;
  expect(left).toEqual([]);
  return { ...episode, ended: [result.status, result.failedPostcondition?.observed ?? null] };
}
