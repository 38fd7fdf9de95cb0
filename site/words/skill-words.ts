import type { SkillRun } from '../../harness/results/records/skill-run.ts';

const conditions: Readonly<Record<string, string>> = {
  no_skill: 'Without a skill',
  curated_skill: 'With the curated skill',
  self_generated_skill: 'With the skill that a model wrote',
};

const comparisons: Readonly<Record<string, string>> = {
  curated_vs_no_skill: 'The curated skill against none',
  self_generated_vs_no_skill: 'The skill that a model wrote against none',
  curated_vs_self_generated: 'The curated skill against the one that a model wrote',
};

const verdicts = {
  better: 'better by more than chance',
  worse: 'worse by more than chance',
  inconclusive: 'not told apart from chance',
} as const;

/** What a run names with a key, in words; a key of its own as it is. */
export const skillWords = {
  condition: (id: string): string => conditions[id] ?? plain(id),
  comparison: (key: string): string => comparisons[key] ?? plain(key),
  verdict: (verdict: keyof typeof verdicts): string => verdicts[verdict],
  outcome: plain,
};

/** Who played, through what, and what judged: the first that is to be known of a run. */
export function playedBy({ run, conditions: all, tasks }: SkillRun): string {
  const { model_label: model = 'not said', environment_label: environment } = run.metadata;
  const adapters = [...new Set(all.flatMap(({ adapter_id }) => adapter_id ?? []))];
  const verifiers = [...new Set(tasks.map(({ verifier }) => `${verifier.label} (${verifier.type})`))];
  return [
    `Model: ${model}`,
    `adapter: ${adapters.length === 0 ? 'none, the verifier is all that runs' : adapters.join(', ')}`,
    `judged by ${verifiers.join(', ')}`,
    ...(environment ? [`environment: ${environment}`] : []),
  ].join('; ');
}

function plain(key: string): string {
  return key.replaceAll('_', ' ');
}
