import { readFile } from 'node:fs/promises';
import { digest } from '../platform/digest.ts';
import { ToolLedger } from '../servers/tool-ledger.ts';
import { folderOf } from './folder-of.ts';

/** A recording on the server whose `browser_navigate` called its one required parameter `address`, with its ledger. */
export async function olderRecording(recorded: string, task: string): Promise<string> {
  const ledger = ToolLedger.parse(JSON.parse(await readFile(`${recorded}/playwright/tools.json`, 'utf8')));
  const navigate = ledger.tools.find(({ name }) => name === 'browser_navigate');
  if (!navigate) throw new Error('browser_navigate is gone');
  if (String(navigate.inputSchema.required) !== 'url')
    throw new Error('browser_navigate requires other than url');
  navigate.inputSchema = {
    ...navigate.inputSchema,
    required: ['address'],
    properties: { address: { type: 'string' } },
  };
  const toolsSha256 = digest(ledger.tools);
  const transcript = (await readFile(`${recorded}/playwright/${task}.jsonl`, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map((line) => {
      if (line.kind === 'header') return { ...line, server: { ...line.server, toolsSha256 } };
      if (line.kind !== 'tool_call') return line;
      const args = { address: line.args.url };
      return { ...line, args, args_digest_sha256: digest(args) };
    });
  return folderOf({
    'playwright/tools.json': JSON.stringify({ ...ledger, sha256: toolsSha256 }),
    [`playwright/${task}.jsonl`]: transcript.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
}
