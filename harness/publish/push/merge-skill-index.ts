import * as z from 'zod';

/** What of the index of skill runs must be known to unite two; it can always be made again from the runs. */
const Index = z.looseObject({
  updated_at: z.iso.datetime(),
  runs: z.array(z.looseObject({ runId: z.string(), createdAt: z.iso.datetime() })),
});

/** Two texts of `results/skills/index.json` as one: each run once, newest first, whoever is merged into whom. */
export function mergeSkillIndex(ours: string, theirs: string): string {
  const [a, b] = [ours, theirs].map((text) => Index.parse(JSON.parse(text)));
  if (!a || !b) return theirs;
  const byId = new Map([...a.runs, ...b.runs].map((entry) => [entry.runId, entry]));
  const runs = [...byId.values()].sort(
    (x, y) => Date.parse(y.createdAt) - Date.parse(x.createdAt) || (x.runId < y.runId ? 1 : -1),
  );
  if (runs.length === b.runs.length) return theirs;
  const updated_at = a.updated_at > b.updated_at ? a.updated_at : b.updated_at;
  return `${JSON.stringify({ ...b, updated_at, runs }, null, 2)}\n`;
}
