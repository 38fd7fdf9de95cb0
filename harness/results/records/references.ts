import * as z from 'zod';
import stored from '../../../results/references.json' with { type: 'json' };
import { readJson } from '../../platform/files/read-json.ts';
import { formatPercent } from '../../platform/words/format.ts';

/** Who said that an episode succeeded. */
const MetricKind = z.enum(['self-report', 'llm-judge', 'human', 'programmatic']);
type MetricKind = z.infer<typeof MetricKind>;

const Claim = z.strictObject({
  name: z.string().min(1),
  /** Null where the source does not say by whom it was judged. */
  kind: MetricKind.nullable(),
  value: z.number(),
  unit: z.enum(['percent', 'seconds']),
  /** What the source says that this number is, word for word. */
  definition: z.string().min(1),
});

/** A number that others published, with what one needs to find and judge it. */
export const Reference = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9.-]+$/),
    system: z.string().min(1),
    version: z.string().min(1),
    model: z.string().min(1),
    source: z.strictObject({
      url: z.httpUrl(),
      repository: z.string().min(1),
      commit: z.string().regex(/^[0-9a-f]{40}$/),
      path: z.string().min(1),
      retrieved: z.iso.date(),
      /** The passage that has the numbers, word for word. */
      quote: z.string().min(1),
    }),
    suite: z.strictObject({
      name: z.string().min(1),
      tasks: z.int().positive(),
      trials: z.int().positive(),
      /** Year and month. */
      played: z.string().regex(/^\d{4}-\d{2}$/),
    }),
    caps: z.strictObject({ maxSteps: z.int().positive(), maxDurationMs: z.int().positive() }),
    /** The suite of ours in whose table the claim stands, outside of its ranks. */
    beside: z.string().min(1).optional(),
    claims: z.array(Claim).min(1),
    /** Episodes that the source's averages leave out, and how we know. */
    excluded: z.strictObject({
      episodes: z.int().nonnegative(),
      of: z.int().positive(),
      evidence: z.string().min(1),
    }),
    /** What their public traces hold, in the repository and at the commit of the source. */
    traces: z
      .strictObject({
        path: z.string().min(1),
        judge: MetricKind,
        /** Trials of all tasks that the agent itself reported as done (`success`); a crash reported nothing. */
        selfReported: z.int().nonnegative(),
        /** Trials that passed of each task in the order of the traces; one without an evaluation did not. */
        passes: z.array(z.int().nonnegative()).min(1),
      })
      .optional(),
  })
  .superRefine(({ suite, traces }, context) => {
    const say = (message: string) =>
      context.addIssue({ code: 'custom', path: ['traces', 'passes'], message });
    if (traces && traces.passes.length !== suite.tasks)
      say(`must be one number for each of ${suite.tasks} tasks`);
    if (traces && traces.selfReported > suite.tasks * suite.trials)
      context.addIssue({
        code: 'custom',
        path: ['traces', 'selfReported'],
        message: `must be at most ${suite.tasks * suite.trials}`,
      });
    if (traces?.passes.some((passed) => passed > suite.trials)) say(`must be at most ${suite.trials} each`);
  });
export type Reference = z.infer<typeof Reference>;

export const References = z.strictObject({
  schema: z.literal('contract-bench.references.v1'),
  references: z.array(Reference),
});

const notte = notteOf(References.parse(stored).references);

/** Stands wherever one of our scores is shown near the reference rows. */
export const notComparableSentence = `contract-eval is stricter than LLM-eval; numbers not directly comparable to ${notte.system}'s ${notte.rate}%. It is stricter by its rule, for each clause must hold; no episode here was judged both ways.`;

/** What the best known of the references says of itself, for a report that shows one of our scores beside it. */
export const notteSentence = `${notte.system} ${notte.version} reports ${notte.rate}% / ${notte.seconds}s a task (${notte.kind}, ${notte.suite}).`;

/** Throws UserError. */
export function readReferences(file: string): Reference[] {
  return readJson(file, References).references;
}

const judges: Record<MetricKind, string> = {
  'self-report': 'the agent’s own report',
  'llm-judge': 'a language model',
  human: 'people',
  programmatic: 'a program',
};

/** A rate that a source prints, beside what its traces come to by the same judge when a crash counts as not passed. */
export type ClaimPair = { name: string; printed: number; passed: number; total: number };

/** By its own report, then by its judge, as the source prints them; none without traces. Like is set beside like. */
export function claimPairs({ claims, traces, suite }: Reference): ClaimPair[] {
  if (!traces) return [];
  const total = suite.tasks * suite.trials;
  const counted = [
    { kind: 'self-report', passed: traces.selfReported },
    { kind: traces.judge, passed: traces.passes.reduce((sum, each) => sum + each, 0) },
  ] as const;
  return counted.flatMap(({ kind, passed }) => {
    const claim = claims.find((each) => each.kind === kind && each.unit === 'percent');
    return claim ? [{ name: claim.name, printed: claim.value, passed, total }] : [];
  });
}

/** Over the episodes that did not crash, what the traces come to beside what is printed; empty without traces. */
function withoutCrashes(reference: Reference): string {
  const { episodes, of } = reference.excluded;
  const pairs = claimPairs(reference);
  if (pairs.length === 0) return '';
  const found = pairs.map(({ passed }) => formatPercent(passed / (of - episodes))).join(' and ');
  const printed = pairs.map(({ printed }) => formatPercent(printed / 100)).join(' and ');
  return ` (over the other ${of - episodes} their traces give ${found}, ${found === printed ? 'as printed' : `nearly the printed ${printed}`})`;
}

/** What differs between a reference and every run of ours: the parts of a comparability key, each in words. */
export function reasonsNotComparable(reference: Reference): string[] {
  const { suite, caps, claims, excluded } = reference;
  const rates = claims.filter(({ unit, kind }) => unit === 'percent' && kind !== null);
  const judged = [...new Set(rates.map(({ kind }) => (kind === null ? '' : judges[kind])))];
  const reasons = [
    `other tasks: ${suite.name}, ${suite.tasks} tasks on the live web of ${suite.played}`,
    `other judge: ${judged.join('; ')}; here an outcome contract on the browser’s final state`,
    `other caps: ${caps.maxSteps} steps or ${caps.maxDurationMs / 60_000} minutes a task`,
    `other trials: ${suite.trials} a task, averaged`,
  ];
  if (excluded.episodes > 0) {
    reasons.push(
      `other denominator: ${excluded.episodes} of ${excluded.of} episodes crashed and are left out${withoutCrashes(reference)}; here every episode counts`,
    );
  }
  return reasons;
}

/** Its own claims of rate and time. Throws where the ledger has lost them. */
function notteOf(references: readonly Reference[]) {
  const [found] = references.filter(({ system }) => system === 'notte');
  const rate = found?.claims.find(({ kind, unit }) => kind === 'self-report' && unit === 'percent');
  const time = found?.claims.find(({ unit }) => unit === 'seconds');
  if (!found || !rate || !time)
    throw new Error('results/references.json: notte with its rate and time is gone');
  const { system, version, suite } = found;
  return { system, version, suite: suite.name, kind: rate.kind, rate: rate.value, seconds: time.value };
}
