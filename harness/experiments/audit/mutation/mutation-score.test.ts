import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { thisProject } from '../../../cli/this-project.ts';
import { Contract } from '../../../judge/contract.ts';
import { type Facts, nothingCollected } from '../../../judge/facts.ts';
import { judge } from '../../../judge/judge.ts';
import { leavesOf } from '../../../judge/operator-of.ts';
import { readSuites } from '../../../task/read-suites.ts';
import { noPatternCheck, type TaskFile } from '../../../task/read-tasks.ts';
import { plainMatch, someContract, someFacts } from '../../../testing/arbitrary-contracts.ts';
import { sized } from '../../../testing/sized.ts';
import { forceClause } from './force-clause.ts';
import { mutationScore } from './mutation-score.ts';

const and = (...children: unknown[]) => ({ kind: 'and', children });
const url = { kind: 'url', pattern: '^https://a\\.test/x(?:[?#]|$)' };
const text = (contains: string, selector = 'h1') => ({ kind: 'dom_text', selector, contains });

const score = (raw: unknown, facts?: Partial<Facts>) => {
  const contract = Contract.parse(raw);
  return mutationScore(contract, [{ name: 'true', facts: { ...trueFacts(contract), ...facts } }], plainMatch);
};

describe('a sound contract has no survivors', () => {
  const network = { kind: 'network', url_pattern: '^https://a\\.test/api\\?x=1$', status_in: [200] };
  test.each<[string, unknown]>([
    ['url and text', and(url, text('Hello'))],
    ['text in the body', and(url, text('Hello', 'body'), text('World'))],
    ['a count', and(url, { kind: 'dom_count', selector: 'li', op: 'eq', value: 4 })],
    [
      'a count from both sides',
      and(...['gte', 'lte'].map((op) => ({ kind: 'dom_count', selector: 'li', op, value: 4 }))),
    ],
    ['a request', and(url, network)],
    ['a request of the last call', and({ ...network, since: 'last_tool_call' }, { kind: 'no_dialog' })],
    ['a picture', and(url, { kind: 'screenshot_class', class_id: 'thanks', distance_max: 8 })],
    ['alternatives', and(url, { kind: 'or', children: [text('330 m'), text('330\u00a0m')] })],
    ['what must not be', and(url, { kind: 'not', child: text('Error', '.banner') })],
    ['two that must not be both', and(url, { kind: 'not', child: and(text('Error'), text('fatal', 'p')) })],
  ])('%s', (_name, contract) => {
    expect(score(contract)).toMatchObject({ survivors: [], total: expect.any(Number) });
  });
});

describe('a weak one is named by what survives', () => {
  test('an address without its end, or without its beginning', () => {
    const open = score(and({ kind: 'url', pattern: '^https://a\\.test/x' }, text('Hello')));
    expect(open.survivors).toEqual(['facts: postconditions[0] (url match): longer path']);
    const { survivors } = score(and({ kind: 'url', pattern: '/x$' }, text('Hello')), {
      url: 'https://a.test/x',
    });
    expect(survivors).toContain('facts: postconditions[0] (url match): other host');
    expect(survivors).toContain('facts: postconditions[0] (url match): in the query of another URL');
  });

  test('a clause that another implies', () => {
    const { survivors } = score(and(url, text('Hello World'), text('Hello')));
    expect(survivors).toContain('contract: postconditions[2] (dom_text match): dropped');
    const inBody = score(and(url, text('Hello'), text('Hello', 'body')));
    expect(inBody.survivors).toContain('contract: postconditions[2] (dom_text match): dropped');
  });

  test('an alternative that another implies', () => {
    const { survivors } = score({ kind: 'or', children: [text('330'), text('330 m')] });
    expect(survivors).toContain('contract: postconditions[0].children[1] (dom_text match): dropped');
  });

  test('a picture of anything', () => {
    const { survivors } = score({ kind: 'screenshot_class', class_id: 'thanks', distance_max: 64 });
    expect(survivors).toEqual(['facts: postconditions[0] (screenshot_class match): screenshot far away']);
  });

  test('an address that could be any', () => {
    const { killed, total, survivors } = score(and({ kind: 'url', pattern: 'test' }, text('Hello')));
    expect(survivors).toContain('contract: postconditions[0] (url match): dropped');
    expect(killed).toBe(total - survivors.length);
  });
});

test('whatever the contract, where it passes there is a score, and all that is not killed survives', () => {
  fc.assert(
    fc.property(someContract, someFacts, (contract, facts) => {
      const forced = forceClause(contract, true, facts, plainMatch);
      fc.pre(judge(contract, forced, plainMatch).outcome === 'passed');
      const { killed, total, survivors } = mutationScore(
        contract,
        [{ name: 'true', facts: forced }],
        plainMatch,
      );
      expect(killed + survivors.length).toBe(total);
      expect(new Set(survivors).size).toBe(survivors.length);
    }),
    { numRuns: 30 },
  );
});

test("facts of a control show what the mutated ones don't", () => {
  const contract = Contract.parse(and({ kind: 'url', pattern: '^https://a\\.test/x[^#]*$' }, text('Hello')));
  const facts = { ...trueFacts(contract), url: 'https://a.test/x' };
  const survivor = 'contract: postconditions[0] (url match): end anchor removed';
  const control = { name: 'spoof', facts: { ...facts, url: 'https://a.test/x#y' } };
  expect(mutationScore(contract, [{ name: 'true', facts }], plainMatch).survivors).toContain(survivor);
  expect(mutationScore(contract, [{ name: 'true', facts }, control], plainMatch).survivors).not.toContain(
    survivor,
  );
});

test('without facts on which the contract passes there is no score', () => {
  const contract = Contract.parse(url);
  expect(() => mutationScore(contract, [], plainMatch)).toThrow('the first set of facts must be called true');
  const facts = [{ name: 'true', facts: { ...nothingCollected, url: 'https://b.test/' } }];
  expect(() => mutationScore(contract, facts, plainMatch)).toThrow('it is failed');
});

test(`at least 99 % is killed over ${sized('some', 'all')} of the tasks of the project`, async () => {
  const { tasks } = await readSuites(thisProject.tasks, noPatternCheck);
  const chosen = sized(
    tasks.filter((_, index) => index % 10 === 0),
    tasks,
  );
  expect(chosen.length).toBeGreaterThan(10);
  areKilled(chosen);
});

/** A page on which the contract passes, made up from what it wants. */
function trueFacts(contract: Contract): Facts {
  const classes = leavesOf(contract).flatMap((leaf) =>
    leaf.kind === 'screenshot_class' ? [[leaf.class_id, { '1.png': '00ff00ff12345678' }]] : [],
  );
  const selectors = leavesOf(contract).flatMap((leaf) => (leaf.kind === 'dom_text' ? [leaf.selector] : []));
  const empty = {
    ...nothingCollected,
    texts: Object.fromEntries(selectors.map((selector) => [selector, { found: false as const }])),
    requests: [],
    marks: { contract_enter: 0, last_tool_call: 10 },
    screenshotClasses: Object.fromEntries(classes),
  };
  return forceClause(contract, true, empty, plainMatch);
}

function areKilled(tasks: readonly TaskFile[]): void {
  const scores = tasks.map(({ task }) => ({ id: task.id, ...score(task.success) }));
  const sum = (of: 'killed' | 'total') => scores.reduce((all, each) => all + each[of], 0);
  const survivors = scores.flatMap(({ id, survivors: each }) => each.map((survivor) => `${id}: ${survivor}`));
  expect(sum('total')).toBeGreaterThan(15 * tasks.length);
  expect(sum('killed') / sum('total'), survivors.join('\n')).toBeGreaterThanOrEqual(0.99);
}
