import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { UserError } from '../user-error.ts';
import type { AdapterMaker } from './adapter.ts';

const Call = z.strictObject({ tool: z.string().min(1), args: z.record(z.string(), z.json()).default({}) });
type Call = z.infer<typeof Call>;

export const script: AdapterMaker = {
  id: 'script',
  summary: 'plays a list of calls from a file (--script), then says done; for recording',
  make: async ({ script: file }) => {
    if (!file)
      throw new UserError('--adapter script needs --script <file>, one {"tool": ..., "args": {...}} a line');
    const calls = await readCalls(file);
    return {
      id: 'script',
      kind: 'replay',
      model: null,
      open: async () => {
        const left = [...calls];
        return {
          session: {
            next: async () => {
              const call = left.shift();
              return call ? { kind: 'call', ...call } : { kind: 'done' };
            },
          },
        };
      },
    };
  },
};

async function readCalls(file: string): Promise<Call[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`--script ${file}: can not be read (${error.code})`);
  });
  const mistakes: string[] = [];
  const calls: Call[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const parsed = parse(line);
    if (parsed.success) calls.push(parsed.data);
    else
      mistakes.push(
        `${file}:${index + 1}: ${parsed.error.issues.map((issue) => `${issue.path.join('.') || 'line'}: ${issue.message}`).join('; ')}`,
      );
  }
  if (mistakes.length > 0)
    throw new UserError(
      [...mistakes, 'allowed is one {"tool": ..., "args": {...}} a line, # for a comment'].join('\n'),
    );
  return calls;
}

function parse(line: string) {
  try {
    return Call.safeParse(JSON.parse(line));
  } catch {
    return Call.safeParse(line);
  }
}
