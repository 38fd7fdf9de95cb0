import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv } from 'ajv';
import * as z from 'zod';
import { thisProject } from '../cli/this-project.ts';

const schemas: Readonly<Record<string, string>> = {
  atif: 'atif-1.7.json',
  inspect: 'inspect-log-2.json',
  eee: 'eee-0.3.0.json',
  'eee-sample': 'eee-sample-0.3.0.json',
  otel: 'otlp-traces-1.json',
};

const Steps = z.object({
  steps: z.array(
    z.object({
      step_id: z.number(),
      tool_calls: z.array(z.object({ tool_call_id: z.string() })).default([]),
      observation: z
        .object({ results: z.array(z.object({ source_call_id: z.string().optional() })) })
        .optional(),
    }),
  ),
});

/** What is wrong with an exported file, by the schema of its format and by the rules that no schema can hold. */
export async function exportFaults(format: string, text: string): Promise<string[]> {
  if (format !== 'eee' || !text.includes('"sample_id":')) return schemaFaults(format, text);
  // The samples of a run, a line each.
  const lines = text.split('\n').filter((line) => line !== '');
  return (await Promise.all(lines.map((line) => schemaFaults('eee-sample', line)))).flat();
}

async function schemaFaults(format: string, text: string): Promise<string[]> {
  const file = path.join(
    thisProject.root,
    'harness',
    'publish',
    'exports',
    'schemas',
    schemas[format] ?? format,
  );
  const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
  const validate = ajv.compile(JSON.parse(await readFile(file, 'utf8')));
  const content: unknown = JSON.parse(text);
  const faults = validate(content)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
  return [...faults, ...(format === 'atif' ? referenceFaults(content) : [])];
}

/** Steps are counted from 1, and an answer is to a call of its own step. */
function referenceFaults(content: unknown): string[] {
  const { data } = Steps.safeParse(content);
  return (data?.steps ?? []).flatMap(({ step_id, tool_calls, observation }, index) => {
    const ids = tool_calls.map(({ tool_call_id }) => tool_call_id);
    const sources = (observation?.results ?? []).flatMap(({ source_call_id }) => source_call_id ?? []);
    return [
      ...(step_id === index + 1 ? [] : [`steps[${index}] is numbered ${step_id}`]),
      ...sources
        .filter((id) => !ids.includes(id))
        .map((id) => `steps[${index}] answers ${id}, no call of it`),
    ];
  });
}
