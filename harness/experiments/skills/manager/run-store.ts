import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../../../platform/files/make-folder.ts';
import { readJson } from '../../../platform/files/read-json.ts';
import { writeAtomically } from '../../../platform/files/write-file.ts';
import { SkillRun } from '../../../results/records/skill-run.ts';
import { whileLocked } from '../../../results/store/lock.ts';
export type RunStore = {
  /** Absolute; the run need not exist. */
  pathOf(runId: string): string;
  /** Throws and stores nothing if the run violates its schema. */
  save(runId: string, run: SkillRun, about: Pick<IndexEntry, 'configPath' | 'label'>): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<IndexEntry[]>;
  /** Null for an unknown id, a missing run and an unreadable file. */
  read(runId: string): SkillRun | null;
};

/** Sorts by time, and is unique across processes. */
export function newRunId(): string {
  return `${new Date().toISOString().replace(/[-:.]/g, '')}-${randomUUID().slice(0, 8)}`;
}

/**
 * Runs in a folder: `runs/<runId>.json`, and `index.json`, which can always be rebuilt. Data that a run does not contain (its
 * label, the time of saving) is in `entries/<runId>.json`. Several processes may share the folder.
 */
export function openRunStore(folder: string): RunStore {
  const index = path.join(folder, 'index.json');
  const pathOf = (runId: string) => path.join(folder, 'runs', `${runId}.json`);
  const entryPathOf = (runId: string) => path.join(folder, 'entries', `${runId}.json`);

  const read = (runId: string) => (isRunId(runId) ? readIfValid(pathOf(runId), SkillRun) : null);

  /** A run from another program has no entry; the time of its file is the time of saving. */
  const recover = (runId: string): IndexEntry | null => {
    const entry = readIfValid(entryPathOf(runId), IndexEntry);
    if (entry?.runId === runId) return entry;
    const run = read(runId);
    if (!run) return null;
    const createdAt = statSync(pathOf(runId)).mtime.toISOString();
    return entryOf(runId, run, { configPath: run.run.config_path, label: null, createdAt });
  };

  /** The index, updated to the existing runs. */
  const reconciled = (): { entries: IndexEntry[]; changed: boolean } => {
    const indexed = readIfValid(index, RunIndex)?.runs;
    const byId = new Map((indexed ?? []).map((entry) => [entry.runId, entry]));
    const runIds = runIdsIn(path.join(folder, 'runs'));
    const entries = runIds.flatMap((runId) => byId.get(runId) ?? recover(runId) ?? []).sort(newestFirst);
    const changed = indexed?.length !== entries.length || entries.some(({ runId }) => !byId.has(runId));
    return { entries, changed };
  };

  const updateIndex = () =>
    whileLocked(index, () => {
      const { entries, changed } = reconciled();
      if (!changed) return;
      writeAtomically(
        index,
        json({
          schema: 'skillvault.bench.index.v1',
          updated_at: new Date().toISOString(),
          runs: entries,
        } satisfies RunIndex),
      );
    });

  return {
    pathOf,
    read,
    save: async (runId, run, about) => {
      SkillRun.parse(run);
      for (const name of ['runs', 'entries']) makeFolder(path.join(folder, name));
      const createdAt = new Date().toISOString();
      // The entry first, so that every visible run has its entry.
      writeAtomically(entryPathOf(runId), json(entryOf(runId, run, { ...about, createdAt })));
      writeAtomically(pathOf(runId), json(run));
      await updateIndex();
    },
    list: async (limit) => {
      const { entries, changed } = reconciled();
      // A read-only folder can still be listed.
      if (changed && entries.length > 0) await updateIndex().catch(() => {});
      return entries.slice(0, limit).map((entry) => ({ ...entry, runPath: pathOf(entry.runId) }));
    },
  };
}

function isRunId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text);
}

function runIdsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .filter(isRunId);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function readIfValid<T extends z.ZodType>(file: string, schema: T): z.infer<T> | null {
  try {
    return readJson(file, schema);
  } catch {
    return null;
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const rate = z.number().nullable();

/** One line of the list of runs, in the format of SkillVault. */
export const IndexEntry = z.object({
  runId: z.string(),
  /** In the index relative to its folder, in answers absolute. */
  runPath: z.string(),
  configPath: z.string(),
  label: z.string().nullable(),
  /** Wall clock time of saving, also for deterministic runs. */
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

function entryOf(
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

function newestFirst(a: IndexEntry, b: IndexEntry): number {
  return Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.runId < b.runId ? 1 : -1);
}
