import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../../platform/files/make-folder.ts';
import type { AttemptAnswers } from '../../../results/records/kept-answers.ts';
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

/** The stored answers below the folder of a run, in the order of their files; empty without any. */
export function recordedAnswers(out: string): AttemptAnswers[] {
  const folder = path.join(out, localAnswers);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.map((name) => {
    const [, taskId = name, trial = '0'] = /^(.*)\.(\d+)\.jsonl$/.exec(name) ?? [];
    const lines = readFileSync(path.join(folder, name), 'utf8').trim().split('\n');
    return { name: `${localAnswers}/${name}`, taskId, trial: Number(trial), lines };
  });
}
