import { createContext, Script } from 'node:vm';
import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv';
import { clip } from '../platform/words/format.ts';
import { mostAlikeFirst } from '../platform/words/known-names.ts';
import type { Tool } from '../servers/answer.ts';
import type { Drift, TranscriptCall } from '../task/transcripts/transcript.ts';

/**
 * The first recorded call that the server's tools no longer accept: `tool_gone`, or `tool_schema_changed` with the
 * first missing required parameter, else with the first invalid one.
 */
export function toolDrift(
  calls: readonly Pick<TranscriptCall, 'seq' | 'tool' | 'args'>[],
  tools: readonly Tool[],
): Drift | null {
  // Some servers mark parameters with a default as required; those do not count as missing.
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    validateFormats: false,
    logger: false,
    useDefaults: true,
  });
  const validators = new Map<string, ValidateFunction | null>();
  for (const { seq, tool, args } of calls) {
    const known = tools.find(({ name }) => name === tool);
    if (!known)
      return {
        reason: 'tool_gone',
        step: seq,
        expected: tool,
        // The replacement probably has a similar name, so similar names come first, where they are not cut.
        actual: clip(
          mostAlikeFirst(
            tool,
            tools.map(({ name }) => name),
          ).join(', '),
          500,
        ),
      };
    if (!validators.has(tool))
      validators.set(
        tool,
        inTime(() => compile(ajv, known)),
      );
    const validate = validators.get(tool);
    const found = validate && inTime(() => (validate(structuredClone(args)) ? [] : (validate.errors ?? [])));
    // Not tried again after a timeout.
    if (!found) validators.set(tool, null);
    const errors = (found ?? []).filter((error) => !isBound(args, error));
    const first = errors.find((error) => error.keyword === 'required') ?? errors[0];
    if (!first) continue;
    return {
      reason: 'tool_schema_changed',
      step: seq,
      expected: `${tool} takes the recorded arguments`,
      actual: `parameter ${parameterOf(first)}: ${first.message ?? first.keyword}`,
    };
  }
  return null;
}

/** Whether the server's tools accept this call unchanged. */
export function takes(
  tools: readonly Tool[],
  { tool, args }: Pick<TranscriptCall, 'tool' | 'args'>,
): boolean {
  return toolDrift([{ seq: 1, tool, args }], tools) === null;
}

/** Ten times the time for the largest schema of the listed servers. */
const limitMs = 1000;
const script = new Script('work()');
const given: { work: () => unknown } = { work: () => null };
createContext(given);

/** Null if the work exceeds the limit: a schema may have an endless pattern, or refer to itself forever. */
function inTime<T>(work: () => T): T | null {
  given.work = work;
  try {
    return script.runInContext(given, { timeout: limitMs }) as T; // the result of `work`
  } catch {
    return null;
  }
}

/** Null for an unusable schema (another dialect, a dangling reference); then each call counts as valid. */
function compile(ajv: Ajv, { inputSchema }: Tool): ValidateFunction | null {
  const { $schema: _, $id: __, ...schema } = inputSchema;
  try {
    return ajv.compile(schema as AnySchema); // by the protocol, an input schema is an object
  } catch {
    return null;
  }
}

/** Whether an error concerns a value that is only known in the replay. */
function isBound(args: unknown, { instancePath }: ErrorObject): boolean {
  let value = args;
  for (const part of instancePath.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return false;
    value = Reflect.get(value, unescapePointer(part));
    if (isReference(value)) return true;
  }
  return false;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function parameterOf({ instancePath, keyword, params }: ErrorObject): string {
  if (instancePath) return unescapePointer(instancePath.split('/')[1] ?? '');
  if (keyword === 'required') return String(params.missingProperty);
  if (keyword === 'additionalProperties') return String(params.additionalProperty);
  return '(all)';
}

function isReference(value: unknown): boolean {
  return value !== null && typeof value === 'object' && '$answer' in value;
}
