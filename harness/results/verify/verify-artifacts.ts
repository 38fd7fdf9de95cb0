import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { sha256 } from '../../platform/digest.ts';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import type { Run } from '../records/result.ts';

const Manifest = z.strictObject({
  runId: z.string(),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});

/** Compares a run's manifest with `artifactsSha256`, and every file of it with its digest. */
export async function verifyArtifacts(folder: string, runFile: string, run: Run): Promise<string[]> {
  const name = `${run.runId}.manifest.json`;
  const say = (file: string, what: string) => `${file}: run ${run.runId}: ${what}`;
  if (run.artifactsSha256 === null)
    return run.complete ? [say(runFile, 'artifactsSha256: null of a run that is complete')] : [];
  const text = await readFile(path.join(folder, name), 'utf8').catch(() => null);
  if (text === null) return [say(name, 'there is no such file')];
  const findings: string[] = [];
  if (sha256(text) !== run.artifactsSha256)
    findings.push(
      say(name, `the digest of the file is ${sha256(text)}, artifactsSha256 is ${run.artifactsSha256}`),
    );
  const manifest = Manifest.safeParse(jsonOrUndefined(text)).data;
  if (!manifest)
    return [...findings, say(name, 'no manifest: must be {runId, files: [{path, bytes, sha256}]}')];
  for (const file of manifest.files) {
    const content = await readFile(path.join(folder, file.path)).catch(() => null);
    if (content === null) findings.push(say(file.path, 'there is no such file; the manifest names it'));
    else if (sha256(content) !== file.sha256)
      findings.push(
        say(file.path, `the digest of the file is ${sha256(content)}, the manifest says ${file.sha256}`),
      );
  }
  const named = new Set(manifest.files.map((file) => file.path));
  const unnamed = [
    'facts.jsonl',
    'trajectories.jsonl',
    ...run.episodes.map(({ artifacts }) => artifacts.report),
  ].filter((file) => !named.has(file));
  return [...findings, ...unnamed.map((file) => say(name, `${file} is not in the manifest`))];
}
