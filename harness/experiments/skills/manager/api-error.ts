import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { UserError } from '../../../platform/errors/user-error.ts';
import { printed } from '../../../platform/words/printed.ts';
import { SkillConfigError } from '../skill-config.ts';

const statuses = {
  BENCH_REQUEST_INVALID: 400,
  BENCH_CONFIG_PATH_INVALID: 400,
  BENCH_UNAUTHORIZED: 401,
  BENCH_ORIGIN_REFUSED: 403,
  BENCH_CONFIG_NOT_FOUND: 404,
  BENCH_RUN_NOT_FOUND: 404,
  BENCH_NOT_FOUND: 404,
  BENCH_CANCELLED: 409,
  BENCH_CONFIG_PARSE_ERROR: 422,
  BENCH_CONFIG_INVALID: 422,
  BENCH_RUN_INVALID: 422,
  BENCH_TOO_MANY_WAITING: 429,
  BENCH_INTERNAL_ERROR: 500,
  BENCH_STOPPING: 503,
} as const satisfies Record<string, ContentfulStatusCode>;

type ApiErrorCode = keyof typeof statuses;

/** The body of every error response. */
export type ErrorBody = { code: ApiErrorCode; error: string; details: unknown };

/** A rejected request; its code decides the HTTP status. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly details: unknown;

  constructor(code: ApiErrorCode, message: string, details: unknown = null) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): ContentfulStatusCode {
    return statuses[this.code];
  }

  get body(): ErrorBody {
    return { code: this.code, error: this.message, details: this.details };
  }
}

/** An error of the engine as a response. An internal error is printed, and its message is not sent. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof SkillConfigError) return new ApiError(error.code, error.message, error.mistakes);
  if (error instanceof UserError) return new ApiError('BENCH_CONFIG_INVALID', error.message);
  process.stderr.write(`${printed(String(error instanceof Error ? error.stack : error))}\n`);
  return new ApiError('BENCH_INTERNAL_ERROR', 'the manager failed; see its standard error');
}
