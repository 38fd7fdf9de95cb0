import type { Redact } from '../../task/transcripts/redact.ts';

const longestSecret = 4096;

/** How a text begins. Redacted before it is cut, with what could be one secret behind it: half of one is not known. */
export function previewOf(redact: Redact, text: string, length: number): string {
  return redact(text.slice(0, length + longestSecret), 'free')
    .slice(0, length)
    .toWellFormed();
}
