import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../../platform/files/make-folder.ts';
import type { Redact } from '../../../task/transcripts/redact.ts';
import { localAnswers } from './limits.ts';

/**
 * Writes every answer of local weights to `local/<task>.<trial>.jsonl` below `out`; `verify --model-file` scores them. Only
 * the answers of the last attempt of an episode are kept, and of an earlier run only those that a resumed run continues.
 */
export function answerRecorder(
  out: string,
  redact: Redact,
  { isResumed }: { isResumed: boolean },
): (taskId: string, trial: number, answer: { request: number }) => void {
  const folder = path.join(out, localAnswers);
  let isFirst = true;
  return (taskId, trial, answer) => {
    if (isFirst && !isResumed) rmSync(folder, { recursive: true, force: true });
    isFirst = false;
    makeFolder(folder);
    const write = answer.request === 0 ? writeFileSync : appendFileSync;
    write(path.join(folder, `${taskId}.${trial}.jsonl`), `${JSON.stringify(redact(answer, 'free'))}\n`);
  };
}
