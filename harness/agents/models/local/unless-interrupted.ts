/**
 * The result of work that waits for local weights; null if it is interrupted. Then `end` ends the runtime whatever it
 * computes, and the error of the work that waited for it is dropped.
 */
export async function unlessInterrupted<Result>(
  signal: AbortSignal,
  end: () => Promise<void> | undefined,
  work: () => Promise<Result>,
): Promise<Result | null> {
  if (signal.aborted) return null;
  let ending: Promise<void> | undefined;
  const interrupt = () => {
    ending = end();
  };
  signal.addEventListener('abort', interrupt);
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) throw error;
    return null;
  } finally {
    signal.removeEventListener('abort', interrupt);
    await ending;
  }
}
