import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { UserError } from '../../platform/errors/user-error.ts';
import { decimal } from '../../platform/words/columns.ts';
import { junitXml } from '../../platform/words/junit.ts';
import type { SkillReport, SkillRun } from '../../results/records/skill-run.ts';
import { summarise } from './aggregate.ts';

/**
 * The report of a run, with its numbers recomputed from the rows. Throws `UserError` if the stored numbers differ. Runs of
 * other tools may lack this project's fields; they are computed.
 */
export function skillReport(run: SkillRun): SkillReport {
  const { aggregates, deltas, error_breakdown, significance } = summarise(
    run.results,
    run.conditions.map(({ id }) => id),
    run.tasks,
  );
  const stored = { aggregates: run.aggregates, deltas: run.deltas, error_breakdown: run.error_breakdown };
  const computedNow = { aggregates, deltas, error_breakdown };
  for (const name of ['aggregates', 'deltas', 'error_breakdown'] as const) {
    const [found, computed] = [stored[name], computedNow[name]];
    if (!isDeepStrictEqual(found, computed))
      throw new UserError(
        `${name}: stored values differ from the results: got ${JSON.stringify(found)}, expected ${JSON.stringify(computed)}`,
      );
  }
  return {
    contract_version: '0.1',
    contract_id: 'skillvault.bench.report.v1',
    created_at: run.run.deterministic ? '1970-01-01T00:00:00.000Z' : new Date().toISOString(),
    source_created_at: run.created_at,
    deterministic: run.run.deterministic,
    aggregates,
    deltas,
    error_breakdown,
    significance,
  };
}

/** A run as text: head lines, then one block each for rates, deltas, errors and significance. */
export function runTable(run: SkillRun): string {
  const { config_path, git_commit, deterministic, seed, retries } = run.run;
  const { model, usage } = run;
  return table(
    {
      benchmark_created_at: run.created_at,
      config_path,
      git_commit: git_commit ?? '-',
      deterministic,
      seed,
      retries,
      tasks: run.tasks.length,
      conditions: run.conditions.map(({ id }) => id).join(', '),
      ...(model ? { model: modelWords(model) } : {}),
      ...(usage ? { usd: usdWords(usage), requests: usage.requests } : {}),
      ...(run.incomplete ? { incomplete: true } : {}),
      ...(run.stopped === undefined ? {} : { stopped: run.stopped }),
    },
    run,
  );
}

function modelWords({ asked, answered, adapter, rehearsal }: NonNullable<SkillRun['model']>): string {
  const name = answered === null || answered === asked ? asked : `${asked} (answered by ${answered})`;
  return `${name}, ${adapter}${rehearsal === null ? '' : `; unofficial: ${rehearsal}`}`;
}

function usdWords({ usd, at_least: atLeast }: NonNullable<SkillRun['usage']>): string {
  if (usd === null) return 'unknown';
  return `${atLeast ? 'at least ' : ''}${decimal(usd)}`;
}

export function reportTable(report: SkillReport): string {
  const { created_at, source_created_at, deterministic } = report;
  return table({ report_created_at: created_at, source_created_at, deterministic }, report);
}

type Numbers = Pick<SkillReport, 'aggregates' | 'deltas' | 'error_breakdown' | 'significance'>;

function table(
  head: Record<string, unknown>,
  { aggregates, deltas, error_breakdown, significance = {} }: Numbers,
) {
  const tables = [
    [
      ['condition', 'pass_rate', 'pass/total', 'avg_duration_ms', 'ci95_low', 'ci95_high'],
      ...Object.values(aggregates).map((each) => [
        each.condition_id,
        each.pass_rate.toFixed(4),
        `${each.pass_count}/${each.sample_count}`,
        each.avg_duration_ms.toFixed(3),
        each.confidence_95.low.toFixed(4),
        each.confidence_95.high.toFixed(4),
      ]),
    ],
    [
      ['comparison', 'pass_rate_delta', 'pass_count_delta', 'avg_duration_ms_delta'],
      ...Object.entries(deltas).map(([name, delta]) =>
        delta
          ? [
              name,
              signed(delta.pass_rate_delta, 4),
              signed(delta.pass_count_delta, 0),
              signed(delta.avg_duration_ms_delta, 3),
            ]
          : [name, 'n/a', 'n/a', 'n/a'],
      ),
    ],
    [
      ['condition', 'error_category', 'count'],
      ...Object.entries(error_breakdown).flatMap(([condition, categories]) => {
        const rows = Object.entries(categories).map(([category, count]) => [condition, category, `${count}`]);
        return rows.length > 0 ? rows : [[condition, 'none', '0']];
      }),
    ],
    [
      [
        ...['comparison', 'wins', 'losses', 'ties', 'mcnemar_p', 'holm_p', 'diff95_low', 'diff95_high'],
        ...['smallest_p', 'verdict'],
      ],
      ...Object.entries(significance).map(([name, each]) => [
        name,
        ...[each.wins, each.losses, each.ties].map(String),
        each.mcnemar_p.toFixed(6),
        each.holm_p.toFixed(6),
        signed(each.difference_95.low, 6),
        signed(each.difference_95.high, 6),
        each.smallest_p.toFixed(6),
        each.verdict,
      ]),
    ],
  ];
  const blocks = [
    Object.entries(head).map(([key, value]) => `${key}: ${value}`),
    // In the form that other readers of these records parse.
    ...tables.map((rows) => rows.map((cells) => cells.join(' | '))),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function signed(value: number, digits: number): string {
  return `${value >= 0 ? '+' : ''}${value.toFixed(digits)}`;
}

export const Gate = z.union([
  z.literal('no-regression'),
  z.literal('significant'),
  z
    .string()
    .regex(/^min-pass-rate=(0(\.\d+)?|1(\.0+)?)$/)
    .transform((text) => ({ minPassRate: Number(text.slice('min-pass-rate='.length)) })),
]);
export type Gate = z.infer<typeof Gate>;

/** Why a run does not pass a gate; null if it passes. An incomplete run never passes. */
export function gateFailure(run: SkillRun, gate: Gate): string | null {
  if (run.incomplete) return 'the run is incomplete';
  if (gate === 'no-regression') {
    const worse = Object.entries(run.deltas).filter(([, delta]) => (delta?.pass_count_delta ?? 0) < 0);
    return worse.length === 0
      ? null
      : worse.map(([name, delta]) => `${name}: pass_count_delta is ${delta?.pass_count_delta}`).join('; ');
  }
  if (gate === 'significant') {
    const found = run.significance?.curated_vs_no_skill;
    return found?.verdict === 'better'
      ? null
      : `curated_vs_no_skill is ${found?.verdict ?? 'unknown'} (holm_p ${found?.holm_p ?? '-'})`;
  }
  const rate = run.aggregates.curated_skill?.pass_rate ?? 0;
  return rate >= gate.minPassRate
    ? null
    : `the pass rate of curated_skill is ${rate}, below ${gate.minPassRate}`;
}

/** A run for CI services that read JUnit: one suite for each condition, one case for each row. */
export function junit(run: SkillRun): string {
  const domains = new Map(run.tasks.map(({ id, domain }) => [id, domain]));
  return junitXml(
    run.conditions.map(({ id }) => ({
      name: id,
      cases: run.results
        .filter((row) => row.condition_id === id)
        .map(({ task_id, trial, duration_ms, passed, error_category, error_message = '' }) => ({
          classname: domains.get(task_id) ?? '',
          name: trial === undefined ? task_id : `${task_id} #${trial}`,
          seconds: duration_ms / 1000,
          fault: passed ? null : { kind: 'failure', type: error_category, message: error_message },
        })),
    })),
  );
}
