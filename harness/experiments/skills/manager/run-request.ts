import type { Context } from 'hono';
import * as z from 'zod';
import { fieldIssues } from '../../../platform/errors/describe-issues.ts';
import { jsonOrUndefined } from '../../../platform/errors/json.ts';
import { ApiError } from './api-error.ts';

const largestBodyBytes = 64 * 1024;
/** What is too long is read on up to here and dropped: who still sends may never read an answer. */
const largestDroppedBytes = 64 * 1024 * 1024;

const RunRequestBody = z.strictObject({
  configPath: z.string().refine((text) => text.trim() !== '', 'must not be empty'),
  /** As at SkillVault: repeatable numbers unless somebody asks for times. */
  deterministic: z.boolean().default(true),
  save: z.boolean().default(true),
  label: z.string().max(200).nullish(),
  /** Answer at once, with the id of the run. */
  async: z.boolean().default(false),
});
type RunRequestBody = z.infer<typeof RunRequestBody>;

/** Throws `BENCH_REQUEST_INVALID` with every mistake of the body. */
export async function readRunRequest(context: Context): Promise<RunRequestBody> {
  const body = jsonOrUndefined(await readBody(context));
  if (body === undefined) throw invalid([{ field: 'body', message: 'must be JSON' }]);
  return parseOrRefuse(RunRequestBody, body);
}

/** `?limit=` of a list of runs: 25 where it is not given. */
export function readLimit(context: Context): number {
  const given = context.req.query('limit');
  const schema = z.object({ limit: z.coerce.number('must be a number').int().min(1).default(25) });
  return parseOrRefuse(schema, given ? { limit: given } : {}).limit;
}

async function readBody(context: Context): Promise<string> {
  const tooLarge = invalid([{ field: 'body', message: `must have at most ${largestBodyBytes} bytes` }]);
  if (Number(context.req.header('content-length')) > largestDroppedBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of context.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > largestDroppedBytes) break;
    if (bytes <= largestBodyBytes) chunks.push(chunk);
  }
  if (bytes > largestBodyBytes) throw tooLarge;
  return Buffer.concat(chunks).toString('utf8');
}

function parseOrRefuse<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(fieldIssues(parsed.error, { value }).map(({ field, message }) => ({ field, message })));
}

function invalid(mistakes: { field: string; message: string }[]): ApiError {
  const message = mistakes.map((mistake) => `${mistake.field}: ${mistake.message}`).join('; ');
  return new ApiError('BENCH_REQUEST_INVALID', message, mistakes);
}
