import { UserError } from '../platform/errors/user-error.ts';

/** Throws `UserError` if the port is not available. */
export async function ofPort<T>(port: number, serving: Promise<T>): Promise<T> {
  return serving.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES')
      throw new UserError(`--port: ${port} is not available; use 0 for any free port`);
    throw error;
  });
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
