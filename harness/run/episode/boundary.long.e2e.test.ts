import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { expect, test } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../../testing/folder-of.ts';
import { adapterOf, type Call, play } from '../../testing/play.ts';

const web = await webOf({
  'past.test/index.html': '<h1>Shop</h1>',
  'past.test/_host.mjs': `export const createHost = () => {
    let placed = false;
    return async ({ url, method }) => {
      if (!new URL(url).pathname.startsWith('/order')) return undefined;
      placed ||= method === 'POST';
      return new Response('<p id="answer">' + (placed ? 'placed' : 'none') + '</p>', { headers: { 'content-type': 'text/html' } });
    };
  };`,
});
const success: Contract = { kind: 'dom_text', selector: '#answer', contains: 'placed' };
const open: Call = ['open', { url: 'https://past.test/orders' }];

/** Plays `before`, does something, opens the order. */
function playAfter(act: () => Promise<void> | void, before: readonly Call[] = []) {
  return play({
    web,
    success,
    startUrl: 'https://past.test/',
    adapter: adapterOf(() => {
      const left = [...before, open];
      return {
        next: async () => {
          const call = left.shift();
          if (call === open) await act();
          return call ? { kind: 'call', tool: call[0], args: call[1] ?? {} } : { kind: 'done' };
        },
      };
    }),
  });
}

/** As a server can: the port is on the command line of the browser, here of what this process has started. */
async function postToChildsWeb(): Promise<void> {
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess),
  );
  const isOurs = (pid: number): boolean => {
    if (pid === process.pid) return true;
    const parent = all.get(pid)?.parent;
    return parent !== undefined && isOurs(parent);
  };
  const lines = [...all].flatMap(([pid, { line }]) => (isOurs(pid) ? [line] : []));
  const ports = lines.flatMap((line) => /MAP past\.test 127\.0\.0\.1:(\d+)/.exec(line)?.[1] ?? []);
  // The browser of the second observation, which has a web of its own, may be there already, and its web not yet.
  const posted = await Promise.allSettled([...new Set(ports)].map((port) => post(Number(port))));
  expect(posted).toContainEqual({ status: 'fulfilled', value: undefined });
}

function post(port: number): Promise<void> {
  const headers = { host: 'past.test' };
  const options = { port, path: '/order', method: 'POST', headers, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    request(options, (answer) => answer.resume().once('end', () => resolve()))
      .once('error', reject)
      .end();
  });
}

function readProcess(pid: string): [pid: number, { parent: number; line: string }][] {
  try {
    const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
    return [[Number(pid), { parent, line: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }]];
  } catch {
    // It ended meanwhile.
    return [];
  }
}

test('an order that was sent to the web past the browser is tampered', async () => {
  const { result, trajectory, events } = await playAfter(postToChildsWeb);
  expect(result).toMatchObject({
    status: 'tampered',
    failedPostcondition: { name: 'boundary', observed: '1 came to the web past it' },
  });
  expect(trajectory.unmatchedRequests).toBe(1);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'unmatched_request', url: 'https://past.test/order' }),
  );
});

test('the same order sent by a page passes', async () => {
  const script = 'fetch("/order", { method: "POST" }).then(() => 1)';
  const { result, trajectory } = await playAfter(() => {}, [['run', { script }]]);
  expect([result.status, trajectory.unmatchedRequests]).toEqual(['passed', 0]);
});

test('an order that the guest also has the browser send and answers by itself is tampered', async () => {
  const answer: Call = ['answer', { pattern: 'https://past.test/order', type: 'text/plain', body: 'decoy' }];
  const script = 'fetch("/order", { method: "POST" }).then((answer) => answer.text())';
  const { result, events } = await playAfter(postToChildsWeb, [answer, ['run', { script }]]);
  const answers = events.flatMap((event) => (event.type === 'tool_result' ? [event.preview] : []));
  expect(answers).toContain('"decoy"');
  expect(result).toMatchObject({ status: 'tampered', failedPostcondition: { name: 'boundary' } });
});
