import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { thisProject } from '../../cli/this-project.ts';
import { parseTranscript } from '../../task/transcripts/parse-transcript.ts';
import { fillSessionValues } from '../../task/transcripts/session-values.ts';
import type { Script } from '../model-apis/wire/script.ts';

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
    Array.from({ length: trials }, (_, trial) => (trial < passes(index) ? recordedOf(task) : gaveUp)),
  );
  const recordings = await Promise.all(played);
  let playing = -1;
  return ({ answers: given, tools }) => {
    const answers = given.map(asText);
    // Clients ask for titles and the like beside it, without tools.
    if (tools.length === 0) return { text: 'A title' };
    if (answers.length === 0) playing += 1;
    const recorded = recordings[playing];
    if (!recorded) throw new Error(`nothing is recorded for episode ${playing + 1}`);
    const { calls, answer } = recorded;
    const call = calls[answers.length];
    if (!call) {
      const said = fillSessionValues({ answer }, ['', ...answers]);
      if ('unbound' in said) throw new Error(`${said.unbound}; it says ${said.answer}`);
      return { calls: [{ tool: offered(tools, 'done'), args: { success: calls.length > 0, ...said.args } }] };
    }
    // What a call takes out of an earlier answer is read there; no answer of the opening call is a model's.
    const filled = fillSessionValues(call.args, ['', ...answers]);
    if ('unbound' in filled) throw new Error(`${filled.unbound}; it says ${filled.answer}`);
    return { text: `Call ${call.seq}.`, calls: [{ tool: offered(tools, call.tool), args: filled.args }] };
  };
}

/** Cline hands its model the whole result as JSON, its middle cut out where it is long: a model reads it all the same. */
function asText(answer: string): string {
  if (!answer.startsWith('{"content":[')) return answer;
  const escaped: Record<string, string> = { n: '\n', t: '\t' };
  return answer.replaceAll(/\\(.)/g, (_, character: string) => escaped[character] ?? character);
}

const gaveUp = { calls: [], answer: 'It is shown.' };

/** As the client calls the tool: many put a server's name before it. A tool that was not offered is not called. */
function offered(tools: readonly string[], name: string): string {
  const found =
    tools.find((tool) => tool === name) ??
    tools.find((tool) => /^[_/]$/.test(tool.slice(0, -name.length).slice(-1)) && tool.endsWith(name));
  if (found === undefined) throw new Error(`no tool ${name} was offered; there is ${tools.join(', ')}`);
  return found;
}

async function recordedOf(task: string) {
  const file = path.join(thisProject.transcripts, 'playwright', `${task}.jsonl`);
  const parsed = parseTranscript(await readFile(file, 'utf8'));
  if ('drift' in parsed) throw new Error(`${file}: ${parsed.drift.reason}`);
  const { calls, end } = parsed.transcript;
  return { calls, answer: end.answer ?? 'It is shown.' };
}
