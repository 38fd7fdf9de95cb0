import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { thisProject } from '../cli/this-project.ts';
import type { Script } from '../stand-in-wire/script.ts';
import { parseTranscript } from '../transcript/parse-transcript.ts';
import { fillSessionValues } from '../transcript/session-values.ts';

/** How often each task is played, and how many of those trials pass. */
export type Trials = { trials?: number; passes?: (task: number) => number };

/**
 * A model that makes the calls that were recorded on Playwright's server, one a turn, and then says done: of each task
 * in turn as often as there are trials, where a conversation without an answer is the beginning of the next. A trial
 * after those that are to pass is given up at once.
 */
export async function recordedModel(
  tasks: readonly string[],
  { trials = 1, passes = () => trials }: Trials = {},
): Promise<Script> {
  const played = tasks.flatMap((task, index) =>
    Array.from({ length: trials }, (_, trial) => (trial < passes(index) ? recordedCalls(task) : [])),
  );
  const recordings = await Promise.all(played);
  let playing = -1;
  return ({ answers }) => {
    if (answers.length === 0) playing += 1;
    const calls = recordings[playing];
    if (!calls) throw new Error(`nothing is recorded for episode ${playing + 1}`);
    const call = calls[answers.length];
    if (!call)
      return { calls: [{ tool: 'done', args: { success: calls.length > 0, answer: 'It is shown.' } }] };
    // What a call takes out of an earlier answer is read there; no answer of the opening call is a model's.
    const filled = fillSessionValues(call.args, ['', ...answers]);
    if ('unbound' in filled) throw new Error(`${filled.unbound}; it says ${filled.answer}`);
    return { text: `Call ${call.seq}.`, calls: [{ tool: call.tool, args: filled.args }] };
  };
}

async function recordedCalls(task: string) {
  const file = path.join(thisProject.transcripts, 'playwright', `${task}.jsonl`);
  const parsed = parseTranscript(await readFile(file, 'utf8'));
  if ('drift' in parsed) throw new Error(`${file}: ${parsed.drift.reason}`);
  return parsed.transcript.calls;
}
