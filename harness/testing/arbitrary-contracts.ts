import fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import type { Facts } from '../contract/facts.ts';
import type { Match } from '../contract/facts-view.ts';

/** Contracts and facts for property tests, drawn from few words so that they often meet. */

/** Stands in for the time box: what holds "slow" can't be decided. */
export const plainMatch: Match = (pattern, input) =>
  input.includes('slow')
    ? { reason: 'the pattern ran for more than 50 ms' }
    : { matched: new RegExp(pattern).test(input) };

const selector = fc.constantFrom('body', 'h1', 'constructor', '.infobox');
const wanted = fc.constantFrom('330 m', 'Eiffel Tower', 'a.b*c', 'ß', ' m 330', 'zz\n');
const pattern = fc.constantFrom('/wiki/', '^https://a\\.test/', 'submit$', 'a|b');
const statuses = fc.uniqueArray(fc.constantFrom(200, 201, 404, 500), { minLength: 1 });
const mark = fc.constantFrom('contract_enter' as const, 'last_tool_call' as const);

const leaf: fc.Arbitrary<Contract> = fc.oneof(
  fc.record({ kind: fc.constant('url' as const), pattern }),
  fc.record({ kind: fc.constant('dom_text' as const), selector, contains: wanted }),
  fc.record({
    kind: fc.constant('dom_count' as const),
    selector,
    op: fc.constantFrom('eq' as const, 'gte' as const, 'lte' as const),
    value: fc.nat(3),
  }),
  fc.record({
    kind: fc.constant('network' as const),
    url_pattern: fc.oneof(pattern, fc.constant('(')),
    status_in: statuses,
    since: mark,
  }),
  fc.record({
    kind: fc.constant('screenshot_class' as const),
    class_id: fc.constantFrom('thanks', 'form'),
    distance_max: fc.nat(64),
  }),
  fc.constant({ kind: 'no_dialog' as const }),
);

export const someContract: fc.Arbitrary<Contract> = fc.letrec<{ clause: Contract }>((tie) => ({
  clause: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      children: fc.array(tie('clause'), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('not' as const), child: tie('clause') }),
  ),
})).clause;

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

export const someFacts: fc.Arbitrary<Facts> = fc.record(
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
