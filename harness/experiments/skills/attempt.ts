/** What one attempt at a task under a condition came to. */
export type Attempt = {
  passed: boolean;
  durationMs: number;
  exitCode: number | null;
  /** `none` where it passed. */
  category: string;
  message?: string;
  stdout?: string;
  stderr?: string;
};

export function refused(
  category: string,
  message: string,
  exitCode: number | null = 1,
): Omit<Attempt, 'durationMs'> {
  return { passed: false, exitCode, category, message };
}

const excerptLength = 300;

/** The first 300 characters, never half of one; nothing of nothing. */
export function excerpt(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return [...trimmed.slice(0, 2 * excerptLength)].slice(0, excerptLength).join('');
}
