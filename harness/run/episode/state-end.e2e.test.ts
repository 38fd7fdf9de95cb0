import { expect, test } from 'vitest';
import type { BuiltInAgent } from '../../agents/built-in-agent.ts';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../../testing/folder-of.ts';
import { type Call, callsOf, play } from '../../testing/play.ts';
import { isLong } from '../../testing/sized.ts';

const host = `export const createHost = () => {
  let orders = [{ id: '1041', total: 900 }];
  return {
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/never') return new Promise(() => {});
      if (pathname !== '/order') return undefined;
      const total = Number(await request.text());
      orders = [...orders, { id: String(1041 + orders.length), total }];
      return new Response('order 1042: total 41.80 EUR');
    },
    tables: () => ({ orders }),
  };
};`;

const web = await webOf({
  'a.test/index.html': '<h1>Shop</h1>',
  'a.test/restless.html':
    '<script>setInterval(() => fetch("/order", { method: "POST", body: "1" }), 20)</script>',
  'a.test/polls.html': '<script>setInterval(() => fetch("/news", { cache: "no-store" }), 20)</script>',
  'a.test/hung.html': '<script>fetch("/never", { cache: "no-store" })</script>',
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

const order = (total: number): Call => [
  'run',
  { script: `fetch('/order', { method: 'POST', body: '${total}' }).then((answer) => answer.text())` },
];
const open = (url: string): Call => ['open', { url }];

/** Ends with an answer when its calls are done. */
function saying(calls: readonly Call[], answer: string | null): BuiltInAgent {
  return {
    ...callsOf(calls),
    open: async (task, server) => {
      const opened = await callsOf(calls).open(task, server);
      if (!('session' in opened)) return opened;
      return { session: { ...opened.session, report: () => ({ success: true, answer, stopReason: null }) } };
    },
  };
}

async function played(calls: readonly Call[], answer: string | null = '41.80 EUR') {
  const adapter = saying(calls, answer);
  const episode = await play({ web, success, task: { verify: 'state' }, adapter });
  const { result, left } = episode;
  expect(left).toEqual([]);
  return { ...episode, ended: [result.status, result.failedPostcondition?.observed ?? null] };
}

test.concurrent('what the site holds and the agent says is judged, and nothing is looked at again', async () => {
  const { ended, facts, result, trajectory } = await played([order(4180)]);
  expect(ended).toEqual(['passed', null]);
  expect(facts).toMatchObject({ provenance: null, second: null });
  expect(facts?.first).toMatchObject({ answer: { text: '41.80 EUR' }, elsewhere: [] });
  expect(result).toMatchObject({ answer: '41.80 EUR', firstHeldAtStep: 1 });
  expect(trajectory.report?.storedAnswer).toMatchObject({ $answer: 1 });
});

if (isLong) {
  test.concurrent('the right thing and one thing more is too much, and named', async () => {
    const { ended } = await played([order(4180), open('https://b.test/'), order(1)]);
    expect(ended).toEqual(['failed', 'unexpected: orders 1042 added on b.test']);
  });
}

if (isLong) {
  test.concurrent('a page that shows all that is wanted changes nothing', async () => {
    const { ended } = await played([
      ['run', { script: `document.body.innerHTML = 'order 1042: total 41.80 EUR'` }],
    ]);
    expect(ended[0]).toBe('failed');
  });
}

if (isLong) {
  test.concurrent('a page that an agent leaves ordering without end is its failure, a host that never answers is ours, one that polls neither', async () => {
    const [restless, hung, polls] = await Promise.all(
      ['restless', 'hung', 'polls'].map((page) => played([order(4180), open(`https://a.test/${page}`)])),
    );
    expect(polls?.ended).toEqual(['passed', null]);
    expect(restless?.result).toMatchObject({ status: 'failed' });
    expect(restless?.result.error).toContain('the page kept sending them');
    expect(hung?.result).toMatchObject({ status: 'inconclusive' });
    expect(hung?.result.error).toContain('a host did not answer one');
  });
}

if (isLong) {
  test('a field off by one is another change', async () => {
    const { ended } = await played([order(4181)]);
    expect(ended).toEqual(['failed', 'missing: orders added {"total":4180}; unexpected: orders 1042 added']);
  });

  test('the right state with another answer, or with none, is no pass', async () => {
    const [wrong, none] = await Promise.all([
      played([order(4180)], '41.90 EUR'),
      played([order(4180)], null),
    ]);
    expect(wrong.ended).toEqual(['failed', '"41.90 EUR"']);
    expect(none.ended).toEqual(['failed', 'no answer']);
  });
}
