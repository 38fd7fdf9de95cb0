import * as z from 'zod';
import { describeIssues } from '../platform/errors/describe-issues.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { readText } from '../platform/files/read-json.ts';
import { lookupText } from '../servers/answer.ts';
import { fillSessionValues } from '../task/transcripts/session-values.ts';
import { type BuiltInAgentSession, defineBuiltInAgent } from './built-in-agent.ts';

const Call = z.strictObject({ tool: z.string().min(1), args: z.record(z.string(), z.json()).default({}) });
type Call = z.infer<typeof Call>;
/** The last line of a script for a task with an answer. */
const End = z.strictObject({ answer: z.string() });

type Script = { calls: readonly Call[]; answer: string | null };

export const script = defineBuiltInAgent({
  id: 'script',
  kind: 'script',
  summary: 'plays a list of calls from a file (--script), then calls done; for recording',
  make: async ({ script: file }) => {
    if (!file)
      throw new UserError('--adapter script needs --script <file>, one {"tool": ..., "args": {...}} a line');
    const script = readScript(file);
    return { model: null, open: async () => ({ session: play(script, file) }) };
  },
});

/** Like a transcript, a script can take values that are random per session from earlier answers. */
function play({ calls, answer }: Script, file: string): BuiltInAgentSession {
  const answers: string[] = [];
  let position = 0;
  return {
    next: async (last) => {
      answers.push(lookupText(last));
      const call = calls[position];
      if (!call) return { kind: 'done' };
      position += 1;
      const filled = fillSessionValues(call.args, answers);
      if ('unbound' in filled) {
        throw new Error(
          `--script ${file}: call ${position} (${call.tool}): no ${filled.unbound} in the answer that begins ${JSON.stringify(filled.answer)}`,
        );
      }
      return { kind: 'call', tool: call.tool, args: filled.args, storedArgs: call.args };
    },
    ...(answer !== null && { report: () => ({ success: true, answer, stopReason: null }) }),
  };
}

function readScript(file: string): Script {
  const text = readText(file, `--script ${file}`);
  const mistakes: string[] = [];
  const calls: Call[] = [];
  let answer: string | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const place = `${file}:${index + 1}`;
    const read = parse(line);
    if ('why' in read) {
      mistakes.push(`${place}: the line must be JSON${read.why}`);
      continue;
    }
    const end = End.safeParse(read.value);
    const parsed = Call.safeParse(read.value);
    if (answer !== null) mistakes.push(`${place}: got a line after the answer; expected none`);
    else if (end.success) answer = end.data.answer;
    else if (parsed.success) calls.push(parsed.data);
    else mistakes.push(...describeIssues(place, parsed.error, { allowed: () => 'tool, args' }));
  }
  if (mistakes.length > 0)
    throw new UserError(
      [
        ...mistakes,
        'expected one {"tool": ..., "args": {...}} a line, {"answer": ...} in the last line, # before a comment',
      ].join('\n'),
    );
  return { calls, answer };
}

function parse(line: string): { value: unknown } | { why: string } {
  try {
    return { value: JSON.parse(line.replace(/^\uFEFF/, '')) };
  } catch (error) {
    // The content is not repeated, because it may be a password.
    const [place = ''] = / at position \d+/.exec(String(error)) ?? [];
    return { why: place && `; invalid${place}` };
  }
}
