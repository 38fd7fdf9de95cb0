import * as z from 'zod';
import stored from '../../../results/references.json' with { type: 'json' };
import { readJson } from '../../platform/files/read-json.ts';
import { formatPercent } from '../../platform/words/format.ts';

/** Who judged that an episode succeeded. */
const MetricKind = z.enum(['self-report', 'llm-judge', 'human', 'programmatic']);
type MetricKind = z.infer<typeof MetricKind>;

const Claim = z.strictObject({
  name: z.string().min(1),
  /** Null if the source does not name the judge. */
  kind: MetricKind.nullable(),
  value: z.number(),
  unit: z.enum(['percent', 'seconds']),
  /** In the unit of the value, as the source prints it. */
  standardError: z.number().positive().optional(),
  /** The source's definition of this number, word for word; absent if it is not quoted. */
  definition: z.string().min(1).optional(),
});

const found = {
  url: z.httpUrl(),
  retrieved: z.iso.date(),
  /** The passage with the numbers, word for word. */
  quote: z.string().min(1),
};

/** A file of a repository at a commit, or a table of a paper. */
const Source = z.union([
  z.strictObject({
    ...found,
    repository: z.string().min(1),
    commit: z.string().regex(/^[0-9a-f]{40}$/),
    path: z.string().min(1),
  }),
  z.strictObject({
    ...found,
    /** Its title. */
    paper: z.string().min(1),
    table: z.string().min(1),
    /** Where the figures were read, if not in the paper itself. */
    readIn: z.string().min(1).optional(),
  }),
]);

/** A number published by others, with the facts needed to find and judge it. */
export const Reference = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9.-]+$/),
    system: z.string().min(1),
    /** Absent if the source does not name it. */
    version: z.string().min(1).optional(),
    model: z.string().min(1),
    source: Source,
    suite: z.strictObject({
      name: z.string().min(1),
      tasks: z.int().positive(),
      trials: z.int().positive(),
      /** Year and month of the live web that it was played on; absent if its pages are not on the live web. */
      played: z
        .string()
        .regex(/^\d{4}-\d{2}$/)
        .optional(),
    }),
    /** Without a duration if the source states none. */
    caps: z.strictObject({
      maxSteps: z.int().positive(),
      maxDurationMs: z.int().positive().optional(),
    }),
    /** Other differences from runs of the suite beside it, each as `other <what>: <words>`. */
    differences: z.array(z.string().regex(/^other [a-z]+: ./)).optional(),
    /** Our suite whose table shows the claim, without a rank. */
    beside: z.string().min(1).optional(),
    claims: z.array(Claim).min(1),
    /** Episodes that the source's averages leave out, with the evidence; absent if the source does not say. */
    excluded: z
      .strictObject({
        episodes: z.int().nonnegative(),
        of: z.int().positive(),
        evidence: z.string().min(1),
      })
      .optional(),
    /** Facts from their public traces, in the repository and at the commit of the source. */
    traces: z
      .strictObject({
        path: z.string().min(1),
        judge: MetricKind,
        /** Trials of all tasks that the agent itself reported as done (`success`). A crashed trial has no report. */
        selfReported: z.int().nonnegative(),
        /**
         * Passed trials of each task in the order of the traces; a trial without an evaluation counts as not passed.
         */
        passes: z.array(z.int().nonnegative()).min(1),
      })
      .optional(),
  })
  .superRefine(({ suite, source, traces, excluded, differences = [] }, context) => {
    const say = (message: string) =>
      context.addIssue({ code: 'custom', path: ['traces', 'passes'], message });
    if (traces && 'paper' in source)
      context.addIssue({
        code: 'custom',
        path: ['traces'],
        message: 'must be absent, because the source has no repository',
      });
    if (traces && !excluded)
      context.addIssue({ code: 'custom', path: ['excluded'], message: 'must be given with traces' });
    if (suite.played === undefined && differences.length === 0)
      context.addIssue({
        code: 'custom',
        path: ['differences'],
        message: 'must say how the tasks differ, because they are not on the live web',
      });
    if (traces && traces.passes.length !== suite.tasks)
      say(`must be one number for each of the ${suite.tasks} tasks`);
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

/** Shown wherever one of our scores appears near reference rows that a language model judged. */
export const notComparableSentence = `contract-eval is stricter than LLM-eval; numbers not directly comparable to ${notte.system}'s ${notte.rate}%. The rule is stricter because every clause must hold. This was not measured, because no episode was judged by both methods.`;

/** The published claim of the best known reference. A report shows it beside one of our scores. */
export const notteSentence = `${notte.system} ${notte.version} reports ${notte.rate}% / ${notte.seconds}s a task (${notte.kind}, ${notte.suite}).`;

/** Throws UserError. */
export function readReferences(file: string): Reference[] {
  return readJson(file, References).references;
}

const judges: Record<MetricKind, string> = {
  'self-report': 'the agent’s own report',
  'llm-judge': 'a language model',
  human: 'people',
  programmatic: 'its own program',
};

/** A rate that a source prints, and the rate of its traces by the same judge if a crash counts as not passed. */
export type ClaimPair = { name: string; printed: number; passed: number; total: number };

/**
 * The pair by self-report, then the pair by its judge, in the order of the source; empty without traces. Both rates of
 * a pair have the same judge.
 */
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

/**
 * The rates of the traces over the episodes that did not crash, compared with the printed rates; empty without traces.
 */
function withoutCrashes(reference: Reference): string {
  const pairs = claimPairs(reference);
  if (pairs.length === 0 || !reference.excluded) return '';
  const { episodes, of } = reference.excluded;
  const found = pairs.map(({ passed }) => formatPercent(passed / (of - episodes))).join(' and ');
  const printed = pairs.map(({ printed }) => formatPercent(printed / 100)).join(' and ');
  return ` (over the other ${of - episodes} their traces give ${found}, ${found === printed ? 'as printed' : `nearly the printed ${printed}`})`;
}

/** The system and its version, if the source names one. */
export function systemWords({ system, version }: Pick<Reference, 'system' | 'version'>): string {
  return version === undefined ? system : `${system} ${version}`;
}

/** That our scores and this reference are not compared, in one sentence. */
export function sentenceOf({ system, claims }: Reference): string {
  if (claims.some(({ kind }) => kind === 'llm-judge')) return notComparableSentence;
  const rate = claims.find(({ unit }) => unit === 'percent');
  return `Our numbers are not directly comparable to ${rate ? `${system}'s ${rate.value}%` : `those of ${system}`}.`;
}

/**
 * The differences between a reference and our runs: the parts of a comparability key, each as text. `ours`: the limit of
 * steps of the suite beside it, for claims that are not about the live web.
 */
export function reasonsNotComparable(reference: Reference, ours?: number): string[] {
  const { suite, caps, claims, excluded, differences = [] } = reference;
  const rates = claims.filter(({ unit, kind }) => unit === 'percent' && kind !== null);
  const judged = [...new Set(rates.map(({ kind }) => (kind === null ? '' : judges[kind])))];
  const { maxSteps, maxDurationMs } = caps;
  const isOther = ours !== undefined && ours !== maxSteps && suite.played === undefined;
  const here = isOther ? `; here at most ${ours} steps` : '';
  const reasons = [
    ...(suite.played === undefined
      ? []
      : [`other tasks: ${suite.name}, ${suite.tasks} tasks on the live web of ${suite.played}`]),
    `other judge: ${judged.join('; ')}; here an outcome contract on the browser’s final state`,
    maxDurationMs === undefined
      ? `other caps: at most ${maxSteps} steps a task, no limit of time stated${here}`
      : `other caps: ${maxSteps} steps or ${maxDurationMs / 60_000} minutes a task${here}`,
    `other trials: ${suite.trials} a task, averaged`,
    ...differences,
  ];
  if (excluded && excluded.episodes > 0) {
    reasons.push(
      `other denominator: ${excluded.episodes} of ${excluded.of} episodes crashed and are left out${withoutCrashes(reference)}; here every episode counts`,
    );
  }
  return reasons;
}

/** Notte's own claims of rate and time. Throws if the ledger lacks them. */
function notteOf(references: readonly Reference[]) {
  const [found] = references.filter(({ system }) => system === 'notte');
  const rate = found?.claims.find(({ kind, unit }) => kind === 'self-report' && unit === 'percent');
  const time = found?.claims.find(({ unit }) => unit === 'seconds');
  if (!found?.version || !rate || !time)
    throw new Error('results/references.json: missing notte with its version, rate and time');
  const { system, version, suite } = found;
  return { system, version, suite: suite.name, kind: rate.kind, rate: rate.value, seconds: time.value };
}
