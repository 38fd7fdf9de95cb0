import fc from 'fast-check';
import { Contract } from '../judge/contract.ts';
import { type Facts, nothingCollected } from '../judge/facts.ts';
import { type AnyLogicalOperator, leafOperators, logicalOperators } from '../judge/operator-of.ts';
import type { Match } from '../judge/patterns/match.ts';

/** Contracts and facts for property tests, drawn from few words so that they often meet. */

/** Stands in for the time box: what holds "slow" can't be decided. */
export const plainMatch: Match = (pattern, input) =>
  input.includes('slow')
    ? { reason: 'the pattern ran for more than 50 ms' }
    : { matched: new RegExp(pattern).test(input) };

/** A clause of any kind, each field one of the values that its operator gives. */
const leaf = fc.oneof(
  ...leafOperators.map(({ kind, drawn }) =>
    fc.record({
      kind: fc.constant(kind),
      ...Object.fromEntries(
        Object.entries(drawn).map(([field, values]) => [field, fc.constantFrom(...values)]),
      ),
    }),
  ),
);

/** A clause over clauses, `below` being what draws these. */
function logical({ kind, over }: AnyLogicalOperator, below: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return over === 'child'
    ? fc.record({ kind: fc.constant(kind), child: below })
    : fc.record({ kind: fc.constant(kind), children: fc.array(below, { minLength: 1, maxLength: 4 }) });
}

export const someContract: fc.Arbitrary<Contract> = fc
  .letrec<{ clause: unknown }>((tie) => ({
    clause: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaf,
      ...logicalOperators.map((operator) => logical(operator, tie('clause'))),
    ),
  }))
  .clause.map((clause) => Contract.parse(clause));

const selector = fc.constantFrom('body', 'h1', 'constructor', '.infobox');
const wanted = fc.constantFrom('330 m', 'Eiffel Tower', 'a.b*c', 'ß', ' m 330', 'zz\n');
const error = fc.record({ error: fc.constantFrom('a dialog is open', 'e'.repeat(900)) });
const filler = fc.constantFrom(
  '',
  'x',
  ' ',
  '\u00a0',
  'EIFFEL TOWER',
  '330 m',
  '330\u00a0m',
  'y'.repeat(700),
  '€'.repeat(9000),
);
const text = fc
  .array(fc.oneof(filler, wanted), { maxLength: 12 })
  .map((parts) => ({ found: true as const, length: parts.join('').length, pieces: [parts.join('')] }));
const url = fc.oneof(
  fc.constantFrom('https://a.test/wiki/x', 'https://b.test/submit', 'https://slow.test/', 'https://c.test/('),
  fc.constantFrom(3000, 9900, 12_000).map((length) => `https://a.test/${'q'.repeat(length)}`),
);
const hash = fc.constantFrom('00000000000000ff', 'ffffffffffffffff', '8000000000000001');
const request = fc.record({
  url,
  status: fc.constantFrom(200, 201, 404, null),
  atMs: fc.nat(100),
});

/** Facts that often are what the clauses above ask for, or nearly. */
const rich = fc.record(
  {
    url: fc.option(url),
    unreadable: fc.option(fc.constant('the page crashed'), { freq: 8 }),
    texts: fc.dictionary(selector, fc.oneof(text, fc.constant({ found: false as const }), error)),
    counts: fc.dictionary(selector, fc.oneof(fc.record({ count: fc.nat(3) }), error)),
    requests: fc.array(request, { maxLength: 12 }),
    marks: fc.record({ contract_enter: fc.nat(20), last_tool_call: fc.option(fc.nat(100)) }),
    dialog: fc.option(
      fc.record({ type: fc.constant('alert'), message: fc.constantFrom('Saved', 'm'.repeat(5000)) }),
    ),
    screenshot: fc.oneof(fc.record({ hash }), error),
    screenshotClasses: fc.dictionary(
      fc.constantFrom('thanks', 'form'),
      fc.dictionary(fc.constantFrom('1.png', '2.png'), hash),
    ),
  },
  { requiredKeys: ['url', 'unreadable', 'texts', 'counts', 'marks', 'dialog'] },
);

/** One example of facts per operator covers the kinds of facts that are not drawn above. */
const examples = fc
  .tuple(
    ...leafOperators.map(({ holds, fails, undecided }) => fc.constantFrom(holds[1], fails[1], undecided[1])),
  )
  .map((facts): Facts => Object.assign({}, nothingCollected, ...facts));

export const someFacts: fc.Arbitrary<Facts> = fc
  .tuple(examples, rich)
  .map(([{ requests, scanned, screenshot, screenshotClasses, ...example }, drawn]) => ({
    ...example,
    ...drawn,
  }));
