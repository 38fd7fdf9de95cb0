import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { leavesOf } from '../../harness/judge/operator-of.ts';
import { samplePattern } from '../../harness/judge/patterns/near-miss.ts';
import {
  type Alternatives,
  type PatternNode,
  parsePattern,
} from '../../harness/judge/patterns/pattern-tree.ts';
import { matchInTime } from '../../harness/task/match-in-time.ts';
import { noPatternCheck, readTasks, withoutMistakes } from '../../harness/task/read-tasks.ts';
import { readFixtureSites } from '../../harness/web/fixture-sites.ts';

const at = (folder: string) => fileURLToPath(new URL(folder, import.meta.url));
const standIns = await readFixtureSites([at('.')]);
const tasks = (
  await Promise.all(
    ['fixtures', 'webvoyager'].map((suite) => readTasks(at(`../${suite}`), suite, noPatternCheck)),
  )
).flatMap((read) => withoutMistakes(read).map(({ task }) => task));
const wanted = tasks.flatMap(({ id, success }) =>
  leavesOf(success).flatMap((clause) =>
    clause.kind === 'url'
      ? samplesOf(clause.pattern).map((url) => ({ id, url, pattern: clause.pattern }))
      : [],
  ),
);

/** Samples for every alternative of every group, with and without each optional part. */
function samplesOf(pattern: string): string[] {
  return eachOf(parsePattern(pattern));

  function eachOf(alternatives: Alternatives): string[] {
    return alternatives.flatMap((nodes) =>
      nodes.reduce<string[]>(
        (all, node) => all.flatMap((start) => each(node).map((end) => start + end)),
        [''],
      ),
    );
  }

  function each(node: PatternNode): string[] {
    const once = node.kind === 'group' ? eachOf(node.alternatives) : [onceOf(node)];
    return node.min === 0 ? ['', ...once] : once;
  }
}

function onceOf(node: PatternNode): string {
  if (node.kind === 'literal') return node.text;
  return node.kind === 'set' ? (samplePattern(node.set, matchInTime) ?? '') : '';
}

/** The final URL and status of a browser that opens this URL. */
async function follow(hosts: ReturnType<typeof standIns.open>['hosts'], address: string, hops = 5) {
  const url = new URL(address);
  const answer = await hosts.get(url.hostname)?.(new Request(url));
  const location = answer?.headers.get('location');
  if (!location || hops === 0) return { url: address, status: answer?.status ?? null };
  const target = new URL(location, url);
  // A browser keeps the fragment on a redirect.
  if (target.hash === '') target.hash = url.hash;
  return follow(hosts, target.href, hops - 1);
}

test('every alternative of every pattern has a sample, which the pattern takes', () => {
  expect(new Set(wanted.map(({ id }) => id)).size).toBe(tasks.length);
  expect(wanted.filter(({ url, pattern }) => !new RegExp(pattern).test(url))).toEqual([]);
});

test('what a pattern takes, the stand-ins serve, and at an address that it takes', async () => {
  const { hosts } = standIns.open();
  const body = new URLSearchParams({ name: 'Ada Lovelace', place: 'balcony', seats: '2', way: 'door' });
  await hosts.get('tickets.fixture.test')?.(
    new Request('https://tickets.fixture.test/order', { method: 'POST', body }),
  );
  const ends = await Promise.all(
    wanted.map(async ({ url, pattern }) => ({ from: url, pattern, ...(await follow(hosts, url)) })),
  );
  expect(ends.filter(({ url, status, pattern }) => status !== 200 || !new RegExp(pattern).test(url))).toEqual(
    [],
  );
});

test.each([
  ['http://en.wikipedia.org/wiki/Eiffel_Tower', 'https://en.wikipedia.org/wiki/Eiffel_Tower'],
  ['http://arxiv.org/abs/2401.13919', 'https://arxiv.org/abs/2401.13919'],
  ['http://tc39.es/ecma262/', 'https://tc39.es/ecma262/'],
  ['http://www.rfc-editor.org/rfc/rfc9110.html', 'https://www.rfc-editor.org/rfc/rfc9110.html'],
  ['http://html.spec.whatwg.org/multipage/', 'https://html.spec.whatwg.org/multipage/'],
  ['http://doc.rust-lang.org/std/', 'https://doc.rust-lang.org/std/'],
  ['http://example.com/', 'http://example.com/'],
  ['https://en.m.wikipedia.org/wiki/Light', 'https://en.wikipedia.org/wiki/Light'],
  ['https://en.wikipedia.org/wiki/eiffel%20Tower', 'https://en.wikipedia.org/wiki/Eiffel_Tower'],
  [
    'https://developer.mozilla.org/docs/Web/API/fetch',
    'https://developer.mozilla.org/en-US/docs/Web/API/Window/fetch',
  ],
  [
    'http://developer.mozilla.org/en-us/docs/Web/API/Window/',
    'https://developer.mozilla.org/en-US/docs/Web/API/Window',
  ],
])('%s leads to %s', async (from, to) => {
  expect(await follow(standIns.open().hosts, from)).toEqual({ url: to, status: 200 });
});
