import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { release, type } from 'node:os';
import path from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { sha256 } from '../../platform/digest.ts';
import { isChanged } from '../../platform/git/checkout.ts';
import { gitIn } from '../../platform/git/git.ts';
import type { SkillResult, SkillRun, SkillUsage } from '../../results/records/skill-run.ts';
import { summarise, sumOfUsage } from './aggregate.ts';
import type { Condition } from './conditions.ts';
import type { EpisodeTask } from './episode-tasks.ts';
import type { LoadedConfig, SkillTask } from './skill-config.ts';
import type { Attempt } from './verifiers.ts';

/** One attempt that counts by itself. */
export type PlannedAttempt = Condition & { task: SkillTask; trial: number };

/** The row of a task under a condition: the last of its attempts decides. */
export function rowOf(
  { condition, task, trial }: PlannedAttempt,
  attempts: readonly Attempt[],
  { deterministic, withTrial }: { deterministic: boolean; withTrial: boolean },
): SkillResult {
  const last = attempts.at(-1) as Attempt; // there is at least one
  const { passed, category, message, stdout, stderr } = last;
  return {
    condition_id: condition.id,
    task_id: task.id,
    passed,
    duration_ms: deterministic ? 0 : Math.round(last.durationMs * 1000) / 1000,
    attempts: attempts.length,
    exit_code: last.exitCode,
    error_category: category,
    ...(message !== undefined && !passed ? { error_message: message } : {}),
    ...(stdout !== undefined && !deterministic ? { stdout_excerpt: stdout } : {}),
    ...(stderr !== undefined && !deterministic ? { stderr_excerpt: stderr } : {}),
    ...(withTrial ? { trial } : {}),
    ...(last.usage ? { usage: sumOfUsage(attempts.flatMap(({ usage }) => usage ?? [])) } : {}),
  };
}

/** The whole record of a run. */
export async function recordOf(
  loaded: LoadedConfig,
  {
    conditions,
    episodes,
    deterministic,
    rows,
    model,
    usage,
    stopped,
    signal,
  }: {
    conditions: Condition[];
    episodes: Map<string, EpisodeTask>;
    deterministic: boolean;
    rows: SkillResult[];
    /** Null for a suite without a model. */
    model: SkillRun['model'] | null;
    usage: SkillUsage;
    stopped: string | null;
    signal: AbortSignal;
  },
): Promise<SkillRun> {
  const { config, folder, file } = loaded;
  const ids = conditions.map(({ condition }) => condition.id);
  const { trials, ...summary } = summarise(rows, ids, config.tasks);
  const leaks = [...episodes.values()].flatMap((episode) => episode.leaks);
  return {
    contract_version: '0.1',
    contract_id: 'skillvault.bench.run.v1',
    created_at: deterministic ? '1970-01-01T00:00:00.000Z' : new Date().toISOString(),
    run: {
      config_path: path.basename(file),
      git_commit: await shortCommit(folder),
      deterministic,
      seed: config.execution.seed,
      retries: config.execution.retries,
      metadata: {
        ...(model ? { model_label: model.answered ?? model.asked } : {}),
        ...metadataOf(config.metadata),
      },
    },
    conditions: conditions.map(({ condition, bundle }) => ({
      id: condition.id,
      ...(bundle.folder
        ? { bundle_path: path.relative(folder, bundle.folder).split(path.sep).join('/') || '.' }
        : {}),
      ...(condition.adapter ? { adapter_id: condition.adapter.id } : {}),
    })),
    tasks: config.tasks.map(({ id, domain, timeout_ms, verifier, episode }) => ({
      id,
      domain,
      timeout_ms,
      verifier: episode
        ? { type: 'episode', label: episode.task }
        : verifier?.function && verifier.type !== 'command'
          ? { type: 'function', label: verifier.function }
          : { type: 'command', label: verifier?.command ?? '' },
    })),
    results: rows,
    ...summary,
    ...(trials.length > 0 ? { trials } : {}),
    ...(deterministic ? {} : { provenance: await provenanceOf(loaded, conditions) }),
    ...(leaks.length > 0 ? { skill_leaks: leaks } : {}),
    ...(model ? { model, usage: { ...usage, ...(signal.aborted ? { at_least: true } : {}) } } : {}),
    ...(signal.aborted || stopped !== null ? { incomplete: true } : {}),
    ...(stopped === null ? {} : { stopped }),
  };
}

function metadataOf({ suite, model_label, environment_label }: LoadedConfig['config']['metadata']) {
  return {
    ...(suite ? { suite } : {}),
    ...(model_label ? { model_label } : {}),
    ...(environment_label ? { environment_label } : {}),
  };
}

/** Null without git or without a commit. */
async function shortCommit(folder: string): Promise<string | null> {
  const head = await gitIn(folder).ask('rev-parse', '--short', 'HEAD');
  return head === '' ? null : head;
}

/** Versions and environment of a run that need not be repeatable. */
async function provenanceOf(
  loaded: LoadedConfig,
  conditions: readonly Condition[],
): Promise<NonNullable<SkillRun['provenance']>> {
  const bundles = await Promise.all(
    conditions.map(
      async ({ condition, bundle }) => [condition.id, await bundleSha256(bundle.folder)] as const,
    ),
  );
  return {
    config_sha256: loaded.sha256,
    bundle_sha256: Object.fromEntries(bundles),
    git_dirty: await isChanged(loaded.folder, ['.']),
    tool_version: packageJson.version,
    node: process.version,
    os: `${type()} ${release()}`,
  };
}

/** Digest of relative paths and bytes of the regular files. */
async function bundleSha256(folder: string | null): Promise<string | null> {
  if (folder === null) return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const lines: string[] = [];
  for (const file of files) {
    const hash = createHash('sha256');
    // In chunks, because a bundle may hold files larger than memory.
    for await (const chunk of createReadStream(file)) hash.update(chunk);
    lines.push(`${path.relative(folder, file)} ${hash.digest('hex')}`);
  }
  return sha256(lines.join('\n'));
}
