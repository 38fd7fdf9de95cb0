import { Contract } from '../judge/contract.ts';
import { type Facts, nothingCollected } from '../judge/facts.ts';
import { judge } from '../judge/judge.ts';
import { judgeVersion } from '../judge/judge-version.ts';
import { operators } from '../judge/operators/index.ts';
import { digest } from '../platform/digest.ts';
import { plainMatch } from './arbitrary-contracts.ts';

/** Version -> digests of what that judge decides: of the contracts below, and of the examples of each operator. */
const pins: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  // The clauses decide as they did for 1; what differs is what is observed, and how often.
  2: {
    contracts: '6d50a06cf1f87bdee02e4c8be61f99fdb9d77463a6f61eb9942d993767eaf9b6',
    url: '330fed844c14826d04bc3210f158b37d1e3f4b18696679d9b71f0185d75e78d0',
    dom_text: 'c2be6175e55ae559147fb6afc8146458bd1b077dadc3b4a9851dd412bc39bf5c',
    dom_count: 'b54796d32b4953efed7bf3b612ee011e0aeccdf141b146ea0b506d328b0dcf16',
    network: 'e0ff1381360c33341363131b01821b9c3850d38616fdf387386bc24058f3b9ca',
    screenshot_class: '2af3ed98b877e519624805e97657c66efe03fdb4e56603af965baaa7f9e4b659',
    no_dialog: 'aa712daefa444ef7ca57fd4014d58a8d0cd66283215f101c4b971852f37cff85',
    state: 'b4adee5d845429cac3fe83ba83dcb923149a0f16ca282f9d699b5775c224354d',
    answer: '1489989c8ea366493297f25f60a680d3f22f7a7cac3da18a33f88b18ae383517',
    reward: '72aa82be3b1f2f7ff1cfa7200d8a90e14eaa2ee2f03c2de2eef4ee615dc407ba',
    and: '001ac06d4c8d991ac56a95bb1db0ec59bfdf72c082817043e9393c4018419d28',
    or: 'cbf3a9ef0522ecd9a034a1055ee9df2b31bea8d571cfde6d6df4a65abbde01b1',
    not: '82b4e8001451940c56ac65ff63bc46703fe2c32c5d36f9b3f00fd555b92b7f9c',
  },
};

const page: Partial<Facts> = {
  url: 'https://a.test/page?q=1#part',
  texts: {
    h1: { found: true, length: 11, pieces: ['Hello World'] },
    body: { found: true, length: 30, pieces: ['Hello World and\u00a0more of 330 m'] },
    '.gone': { found: false },
    'h1[': { error: 'invalid selector' },
  },
  counts: { li: { count: 3 }, '.gone': { count: 0 }, 'h1[': { error: 'invalid selector' } },
  requests: [
    { url: 'https://a.test/early', status: 200, atMs: 5 },
    { url: 'https://a.test/late', status: 500, atMs: 50 },
    { url: 'https://a.test/open', status: null, atMs: 60 },
  ],
  marks: { contract_enter: 5, last_tool_call: 50 },
};

const hello = { kind: 'dom_text', selector: 'h1', contains: 'Hello' };
const bye = { kind: 'dom_text', selector: 'h1', contains: 'Bye' };
const undecided = { kind: 'dom_text', selector: 'h1[', contains: 'Hello' };
const network = (url_pattern: string, status: number, since: string) => ({
  kind: 'network',
  url_pattern,
  status_in: [status],
  since,
});

const contracts: unknown[] = [
  { kind: 'and', children: [hello, bye] },
  { kind: 'and', children: [undecided, bye] },
  { kind: 'and', children: [undecided, hello] },
  { kind: 'or', children: [undecided, hello] },
  { kind: 'or', children: [undecided, bye] },
  { kind: 'or', children: [bye, bye] },
  { kind: 'not', child: bye },
  { kind: 'not', child: hello },
  { kind: 'not', child: undecided },
  { kind: 'and', children: [hello, { kind: 'or', children: [bye, { kind: 'not', child: hello }] }] },
  { kind: 'url', pattern: '^https://a\\.test/page\\?q=1#part$' },
  { kind: 'url', pattern: '^https://a\\.test/page$' },
  { kind: 'dom_text', contains: 'and more' },
  { kind: 'dom_text', contains: 'hello' },
  { kind: 'dom_text', selector: '.gone', contains: 'x' },
  ...['eq', 'gte', 'lte'].flatMap((op) =>
    [2, 3, 4].map((value) => ({ kind: 'dom_count', selector: 'li', op, value })),
  ),
  { kind: 'dom_count', selector: '.gone', op: 'eq', value: 0 },
  network('/early$', 200, 'contract_enter'),
  network('/early$', 200, 'last_tool_call'),
  network('/late$', 500, 'last_tool_call'),
  network('/late$', 200, 'last_tool_call'),
  network('/open$', 200, 'contract_enter'),
  network('a.test/(', 200, 'contract_enter'),
  { kind: 'no_dialog' },
];

/**
 * What this judge decides otherwise than the judge of its version did, and what to do then. A new operator changes no
 * verdict that was given, so it needs a pin of its own and no new version.
 */
export function judgeFaults(): string[] {
  const pinned = pins[judgeVersion] ?? {};
  const found = new Map([
    ['contracts', digest(contracts.map((raw) => decide(raw, page)))],
    ...operators.map((operator): [string, string] => [operator.kind, digest(examplesOf(operator))]),
  ]);
  const gone = Object.keys(pinned).filter((name) => !found.has(name));
  return [
    ...[...found].flatMap(([name, now]) => {
      if (!Object.hasOwn(pinned, name))
        return [
          `${name}: has no pin; judgeVersion stays ${judgeVersion}: add the line "${name}: '${now}'," to its pins in harness/testing/judge-pins.ts`,
        ];
      if (now === pinned[name]) return [];
      return [
        `${name}: judge ${judgeVersion} decided otherwise; raise judgeVersion in harness/judge/judge-version.ts, and give the new version pins of its own`,
      ];
    }),
    ...gone.map(
      (name) => `${name}: judge ${judgeVersion} had it; raise judgeVersion in harness/judge/judge-version.ts`,
    ),
  ];
}

/** What an operator comes to on its own examples. */
function examplesOf(operator: (typeof operators)[number]): unknown[] {
  if ('decide' in operator)
    return [operator.holds, operator.fails, operator.undecided].map((outcomes) => operator.decide(outcomes));
  const { kind, holds, fails, undecided } = operator;
  return [holds, fails, undecided].map(([fields, facts]) => decide({ kind, ...fields }, facts));
}

function decide(raw: unknown, facts: Partial<Facts>) {
  const { outcome, clauses, failed } = judge(
    Contract.parse(raw),
    { ...nothingCollected, ...facts },
    plainMatch,
  );
  return [outcome, clauses.map((clause) => [clause.name, clause.outcome]), failed?.name ?? null];
}
