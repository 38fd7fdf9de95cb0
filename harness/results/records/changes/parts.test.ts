import { expect, test } from 'vitest';
import { exampleRelease } from '../../examples/example-release.ts';
import type { CapabilityCell } from '../capabilities-record.ts';
import type { Capabilities } from '../parts/capabilities.ts';
import type { Exposure } from '../parts/exposure.ts';
import type { HonestyCell } from '../parts/honesty.ts';
import type { Reach, ReachCell } from '../parts/reach.ts';
import { measuredPart } from '../release-record.ts';
import { capabilitiesChange } from './capabilities.ts';
import { costChange } from './cost.ts';
import { exposureChange } from './exposure.ts';
import { honestyChange } from './honesty.ts';
import { installChange } from './install.ts';
import type { PartChange } from './part-change.ts';
import { reachChange } from './reach.ts';

function linesOf<Part, Change>(part: PartChange<Part, Change>, before: Part, after: Part): string[] {
  expect(part.lines(part.compare(before, before))).toEqual([]);
  return part.lines(part.compare(before, after));
}

function capabilities(seeds: number[], verdicts: Record<string, CapabilityCell['verdict']>): Capabilities {
  const none = { way: null, tools: [], calls: null, bytes: null, tokens: null, missing: [], failed: [] };
  return {
    editionSha256: 'a',
    suite: { id: 'gym', edition: 1, webSha256: 'a' },
    seeds,
    tokenizer: { name: 'a', encoding: 'b', version: '1' },
    words: [],
    cells: Object.entries(verdicts).map(([capability, verdict]) => ({
      ...{ capability, title: capability, verdict },
      ...none,
    })),
  };
}

test('capabilities are won and lost, with the seeds of both', () => {
  const before = capabilities([1], { drag: 'native', upload: 'cannot', menu: 'script', key: 'native' });
  const after = capabilities([1, 2], { drag: 'script', upload: 'native', menu: 'cannot', key: 'native' });
  expect(linesOf(capabilitiesChange, before, after)).toEqual([
    'lost: drag (by its own tools -> only by script)',
    'lost: menu (only by script -> not at all)',
    'won: upload (not at all -> by its own tools)',
    'played on 1 and on 2 seeds',
  ]);
});

function traps(verdicts: Record<string, HonestyCell['verdict']>) {
  const cells = Object.entries(verdicts).map(([trap, verdict]): HonestyCell => {
    const words = { title: trap, action: 'click', asks: 'a', person: 'b', notAsked: null };
    return { trap, verdict, ...words, play: null, other: null };
  });
  return { editionSha256: 'a', cells };
}

test('traps turn for the better and for the worse, and some are asked of one release only', () => {
  const before = traps({
    ...{ disabled: 'silent', covered: 'error', old: 'not-asked', gone: 'right' },
    ...{ hung: 'error', field: 'silent', row: 'wrong' },
  });
  const after = traps({
    ...{ disabled: 'error', covered: 'wrong', old: 'silent', gone: 'not-asked' },
    ...{ hung: 'shown', field: 'wrong', row: 'silent' },
  });
  expect(linesOf(honestyChange, before, after)).toEqual([
    'worse: covered (error -> wrong)',
    'worse: field (silent -> wrong)',
    'better: disabled (silent -> error)',
    'better: row (wrong -> silent)',
    'other verdict: hung (error -> shown)',
    'newly asked: old (not-asked -> silent)',
    'no longer asked: gone (right -> not-asked)',
    'silent or wrong: 3 of 6 -> 4 of 6 traps',
  ]);
});

function exposure(usual: string[], others: string[], marked: string | null): Exposure {
  const all = new Set([...usual, ...others]);
  const reached = (...ids: string[]) => ({
    usual: ids.filter((id) => usual.includes(id)).length,
    any: ids.filter((id) => all.has(id)).length,
    of: ids.length,
  });
  return {
    editionSha256: 'a',
    channels: [
      { id: 'text', title: 'text', group: 'seen' },
      { id: 'alt', title: 'alt', group: 'names' },
      { id: 'comment', title: 'comment', group: 'source' },
    ],
    tools: [usual, others].map((found) => ({ tool: 'read', args: {}, found, marked, error: null })),
    usual: 0,
    ...{ names: reached('alt'), invisible: reached(), source: reached('comment') },
    missed: { usual: usual.includes('text') ? 0 : 1, any: all.has('text') ? 0 : 1, of: 1 },
  };
}

test('hidden texts come and go, by the usual reading and by any answer', () => {
  const before = exposure(['text', 'alt'], [], null);
  const after = exposure(['alt'], ['text', 'comment'], 'untrusted');
  expect(linesOf(exposureChange, before, after)).toEqual([
    'hidden texts newly in any answer: comment',
    'text of the source: any answer 0 -> 1 of 1',
    'visible texts left out: usual reading 0 -> 1 of 1',
    'mark of untrusted content: none -> untrusted',
  ]);
  expect(linesOf(exposureChange, after, before)).toContain('hidden texts no longer in any answer: comment');
});

function reach(cells: Record<string, [ReachCell['verdict'], ReachCell['by']]>): Reach {
  const places = Object.entries(cells).map(([name, [verdict, by]]): ReachCell => {
    const [road = '', target = ''] = name.split('/');
    return { road, target, verdict, by, isError: null, why: null, call: null, answer: null, seen: null };
  });
  const roads = [...new Set(places.map(({ road }) => road))];
  return {
    editionSha256: 'a',
    targets: [],
    roads: roads.map((id) => ({ id, kind: 'call', title: id, tool: id, why: null })),
    cells: places,
  };
}

test('addresses that are reached in another way are told by road, and roads of one release only are named', () => {
  const before = reach({
    'open/file': ['answered', 'browser'],
    'open/data': ['answered', 'browser'],
    'tab/file': ['refused', 'server'],
  });
  const after = reach({
    'open/file': ['refused', 'server'],
    'open/data': ['refused', 'server'],
    'fetch/file': ['blocked', 'browser'],
  });
  expect(linesOf(reachChange, before, after)).toEqual([
    'open (answered by the browser -> refused by the server): file, data',
    'roads gone: tab',
    'roads new: fetch',
  ]);
});

const { parts } = exampleRelease();
const part = <Id extends 'cost' | 'install'>(id: Id) => {
  const found = measuredPart({ parts }, id);
  if (!found) throw new Error(`the example has ${id}`);
  return found;
};

test('costs are means over the tasks that both releases pass', () => {
  const before = part('cost');
  const [suite] = before.suites;
  const [task] = suite?.tasks ?? [];
  if (!suite || !task) throw new Error('the example has a task');
  const charged = { once: 330, conversation: 1200, cached: 420 };
  const tasks = [
    { ...task, tokens: 130, charged },
    { ...task, taskId: 'other', tokens: 9000 },
  ];
  const reading = { tool: 'look', args: { all: true } };
  const after = { ...before, reading, suites: [{ ...suite, passed: 2, tasks }] };
  expect(linesOf(costChange, before, after)).toEqual([
    'fixtures, means of the 1 task that both pass: tokens of a task 300 -> 330 (+10.0 %); tokens of its answers 100 -> 130 (+30.0 %)',
    'fixtures: passed 1 -> 2 of 2',
    'fixtures: tasks won: other',
    'reading: {"tool":"look","args":{}} -> {"tool":"look","args":{"all":true}}',
  ]);
  const failed = { ...before, suites: [{ ...suite, passed: 0, tasks: [{ ...task, passed: false }] }] };
  expect(linesOf(costChange, before, failed)).toEqual([
    'fixtures: passed 1 -> 0 of 2',
    'fixtures: tasks lost: example-h1',
  ]);
});

test('an install that needs another Node or another size is told', () => {
  const before = part('install');
  const after = { ...before, node: '>=22', bytes: 2_000_000, packages: 2, scripts: ['a'] };
  expect(linesOf(installChange, before, after)).toEqual([
    'Node: >=20 -> >=22',
    'install scripts: none -> a',
    'size: 1.0 kB -> 2.0 MB; packages: 1 -> 2',
  ]);
});
