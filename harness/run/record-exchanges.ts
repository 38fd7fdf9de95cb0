import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Exchange } from '../agents/models/proxy/model-proxy.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import type { Redact } from '../task/transcripts/redact.ts';

/** Appends every request to a model and its answer to `model/<task>.jsonl` below `out`, for the user's eyes alone. */
export function exchangeRecorder(out: string, redact: Redact): (taskId: string, exchange: Exchange) => void {
  const folder = path.join(out, 'model');
  return (taskId, exchange) => {
    makeFolder(folder, 0o700);
    // Redacted before it is first written.
    const line = `${JSON.stringify(redact({ at: new Date().toISOString(), ...exchange }, 'free'))}\n`;
    appendFileSync(path.join(folder, `${taskId}.jsonl`), line, { mode: 0o600 });
  };
}
