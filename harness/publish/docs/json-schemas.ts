import * as z from 'zod';
import { AuditRecord, RightEndsRecord } from '../../results/records/audit-record.ts';
import { ResultsFile } from '../../results/records/result.ts';
import { Suite } from '../../task/suite.ts';
import { Task } from '../../task/task.ts';
import { TranscriptLine } from '../../task/transcripts/transcript.ts';

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
    'right-ends.json': text(RightEndsRecord, 'results/right-ends.json'),
    'results.json': text(ResultsFile, 'results/<sha>.json'),
  };
}

function text(schema: z.ZodType, title: string): string {
  // What a file holds, before defaults are filled in.
  const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12', unrepresentable: 'any' });
  return `${JSON.stringify({ title, ...json }, null, 2)}\n`;
}
