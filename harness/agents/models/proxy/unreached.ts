/** Nobody answered. */
export class Unreached extends Error {
  override name = 'Unreached';
  /** Somebody took the request and then hung up. */
  readonly wasConnected: boolean;

  constructor(cause: unknown) {
    super(`the API cannot be reached: ${wordsOf(cause)}`, { cause });
    this.wasConnected = cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET';
  }
}

export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node gives the tries of several addresses together, without a word of its own.
  return (
    error.message || (error instanceof AggregateError ? error.errors.map(String).join('; ') : error.name)
  );
}
