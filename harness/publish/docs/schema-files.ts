import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import { simulate } from '../../experiments/simulation/simulate.ts';
import type { Project } from '../../platform/project.ts';
import { AcceptedEndsRecord, AuditRecord } from '../../results/records/audit-record.ts';
import { ReleaseRecord } from '../../results/records/release-record.ts';
import { ResultsFile } from '../../results/records/result.ts';
import { Suite } from '../../task/suite.ts';
import { Task } from '../../task/task.ts';
import { TranscriptLine } from '../../task/transcripts/transcript.ts';
import { apiSchemas, apiSchemaText, jsonSchema } from '../board/api-schemas.ts';

/** Writes `docs/schemas/`, or checks whether each of its files is current. */
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
 * The published schemas by their file names in `docs/schemas/`, as texts of files. The schema of a configuration is a
 * parameter, because it contains the options of commands, which only the command line knows.
 */
export function jsonSchemas(config: z.ZodType): Record<string, string> {
  const files: Record<string, [schema: z.ZodType, title: string]> = {
    config: [config, 'contract-bench.config.json'],
    task: [Task, 'A task: the front matter of a task file'],
    suite: [Suite, 'A suite: tasks/<suite>/suite.yaml'],
    transcript: [TranscriptLine, 'One line of a transcript'],
    audit: [AuditRecord, 'results/audits/<suite>@<server>.json'],
    'right-ends': [AcceptedEndsRecord, 'results/right-ends.json'],
    results: [ResultsFile, 'results/<sha>.json'],
    servers: [ReleaseRecord, 'results/servers/<id>[+<variant>]@<version>.json'],
  };
  // Schemas of the files' content, before defaults are filled in.
  const text = (name: string, schema: z.ZodType, title: string) =>
    `${JSON.stringify(jsonSchema(name, schema, 'input', title), null, 2)}\n`;
  return {
    ...Object.fromEntries(
      Object.entries(files).map(([name, [schema, title]]) => [`${name}.json`, text(name, schema, title)]),
    ),
    ...Object.fromEntries(Object.keys(apiSchemas).map((name) => [`api/${name}.json`, apiSchemaText(name)])),
  };
}

/** Writes a whole generated file, or with `check` reports whether the existing file is current. */
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

/** Writes the simulations of the method page, or checks whether they are current; both take minutes. */
export function simulationsFile({ root }: Project, mode: 'write' | 'check'): Promise<{ current: boolean }> {
  const file = path.join(root, 'site', 'data', 'simulations.json');
  return docFile(file, `${JSON.stringify(simulate(seeds), null, 2)}\n`, mode);
}
