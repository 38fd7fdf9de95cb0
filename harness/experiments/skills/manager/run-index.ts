import * as z from 'zod';
import type { SkillRun } from '../../../results/records/skill-run.ts';

const rate = z.number().nullable();

/** One line of the list of runs, as SkillVault has it. */
export const IndexEntry = z.object({
  runId: z.string(),
  /** In the index relative to its folder, in answers absolute. */
  runPath: z.string(),
  configPath: z.string(),
  label: z.string().nullable(),
  /** Wall clock of saving, of deterministic runs too. */
  createdAt: z.iso.datetime(),
  deterministic: z.boolean(),
  gitCommit: z.string().nullable(),
  conditionPassRates: z.record(z.string(), z.number()),
  /** Differences of the pass rates. */
  deltas: z.object({ curated_vs_no_skill: rate, self_generated_vs_no_skill: rate }),
});
export type IndexEntry = z.infer<typeof IndexEntry>;

export const RunIndex = z.object({
  schema: z.literal('skillvault.bench.index.v1'),
  updated_at: z.string(),
  runs: z.array(IndexEntry),
});
export type RunIndex = z.infer<typeof RunIndex>;

export function entryOf(
  runId: string,
  run: SkillRun,
  about: Pick<IndexEntry, 'configPath' | 'label' | 'createdAt'>,
): IndexEntry {
  return {
    runId,
    runPath: `runs/${runId}.json`,
    configPath: about.configPath,
    label: about.label?.trim() || run.run.metadata.suite || null,
    createdAt: about.createdAt,
    deterministic: run.run.deterministic,
    gitCommit: run.run.git_commit,
    conditionPassRates: Object.fromEntries(
      Object.entries(run.aggregates).map(([id, aggregate]) => [id, aggregate.pass_rate]),
    ),
    deltas: {
      curated_vs_no_skill: run.deltas.curated_vs_no_skill?.pass_rate_delta ?? null,
      self_generated_vs_no_skill: run.deltas.self_generated_vs_no_skill?.pass_rate_delta ?? null,
    },
  };
}

export function newestFirst(a: IndexEntry, b: IndexEntry): number {
  return Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.runId < b.runId ? 1 : -1);
}
