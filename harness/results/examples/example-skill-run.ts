import type { SkillRun } from '../records/skill-run.ts';

type Metadata = SkillRun['run']['metadata'];

/** A stored run of the skill benchmark without results. */
export function exampleSkillRun(metadata: Metadata = { model_label: 'a model' }): SkillRun {
  return {
    contract_version: '0.1',
    contract_id: 'skillvault.bench.run.v1',
    created_at: '2026-01-02T03:04:05.000Z',
    run: { config_path: 'bench.yaml', git_commit: null, deterministic: false, seed: 1, retries: 0, metadata },
    conditions: [{ id: 'no_skill' }, { id: 'curated_skill', adapter_id: 'claude' }],
    tasks: [
      {
        id: 'one',
        domain: 'web',
        timeout_ms: 1000,
        verifier: { type: 'episode', label: 'outcome contract' },
      },
    ],
    results: [],
    aggregates: {},
    deltas: { curated_vs_no_skill: null, self_generated_vs_no_skill: null },
    error_breakdown: {},
  };
}
