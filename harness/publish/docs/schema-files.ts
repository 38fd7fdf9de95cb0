import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { simulate } from '../../experiments/simulation/simulate.ts';
import type { Project } from '../../platform/project.ts';
import { AcceptedEndsRecord, AuditRecord } from '../../results/records/audit-record.ts';
import { ResultsFile } from '../../results/records/result.ts';
import { Suite } from '../../task/suite.ts';
import { Task } from '../../task/task.ts';
import { TranscriptLine } from '../../task/transcripts/transcript.ts';

/** Writes `docs/schemas/`, or says whether each of its files is current. */
export async function schemaFiles(
  { root }: Project,
  mode: 'write' | 'check',
  config: z.ZodType,
): Promise<{ current: boolean }> {
  const found = await Promise.all(
    Object.entries(jsonSchemas(config)).map(([name, content]) =>
      docFile(path.join(root, 'docs', 'schemas', name), content, mode),
    ),
  );
  return { current: found.every(({ current }) => current) };
}

/**
 * The published schemas, by their file names in `docs/schemas/`, as text ready to be written. That of a configuration
 * holds the options of commands, which the command line knows.
 */
export function jsonSchemas(config: z.ZodType): Record<string, string> {
  return {
    'config.json': text(config, 'contract-bench.config.json'),
    'task.json': text(Task, 'A task: the front matter of a task file'),
    'suite.json': text(Suite, 'A suite: tasks/<suite>/suite.yaml'),
    'transcript.json': text(TranscriptLine, 'One line of a transcript'),
    'audit.json': text(AuditRecord, 'results/audits/<suite>@<server>.json'),
    'right-ends.json': text(AcceptedEndsRecord, 'results/right-ends.json'),
    'results.json': text(ResultsFile, 'results/<sha>.json'),
  };
}

function text(schema: z.ZodType, title: string): string {
  // What a file holds, before defaults are filled in.
  const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12', unrepresentable: 'any' });
  return `${JSON.stringify({ title, ...json }, null, 2)}\n`;
}

/** Writes a whole file that is made from the code, or with `check` says whether what is there is current. */
export async function docFile(
  file: string,
  wanted: string,
  mode: 'write' | 'check',
): Promise<{ current: boolean }> {
  const current = (await readFile(file, 'utf8').catch(() => null)) === wanted;
  if (mode === 'write' && !current) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, wanted);
  }
  return { current };
}

const seeds = 2000;

/** Writes what the page on method prints, or says whether it is current; either takes minutes. */
export function simulationsFile({ root }: Project, mode: 'write' | 'check'): Promise<{ current: boolean }> {
  const file = path.join(root, 'site', 'data', 'simulations.json');
  return docFile(file, `${JSON.stringify(simulate(seeds), null, 2)}\n`, mode);
}
