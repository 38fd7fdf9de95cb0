import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { digest } from '../platform/digest.ts';
import { describeIssues } from '../platform/errors/describe-issues.ts';
import { jsonOrWhy } from '../platform/errors/json.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import type { ServerSession } from './connect-server.ts';

/** `transcripts/<server>/tools.json`: the tools that a server had when its transcripts were recorded. */
export const ToolLedger = z.strictObject({
  schema: z.literal('contract-bench.tools.v1'),
  server: z.strictObject({ id: z.string().min(1), version: z.string() }),
  /** Digest of `tools`, the `toolsSha256` of a session and of the transcripts. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** In the order of the server, their keys as it gave them. */
  tools: z.array(
    z.strictObject({
      name: z.string().min(1),
      description: z.string().exactOptional(),
      inputSchema: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type ToolLedger = z.infer<typeof ToolLedger>;

export const ledgerName = 'tools.json';

/** Writes the ledger beside the server's transcripts; one that says the same stays untouched. */
export async function writeToolLedger(
  transcriptsFolder: string,
  serverId: string,
  { version, toolsSha256, tools }: Pick<ServerSession, 'version' | 'tools' | 'toolsSha256'>,
): Promise<void> {
  const file = path.join(transcriptsFolder, serverId, ledgerName);
  const ledger = {
    schema: 'contract-bench.tools.v1',
    server: { id: serverId, version },
    sha256: toolsSha256,
    tools,
  };
  const text = `${JSON.stringify(ledger, null, 2)}\n`;
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return;
  makeFolder(path.dirname(file));
  await writeFile(file, text);
}

/** Throws `UserError` where there is none, or one with a mistake. */
export async function readToolLedger(transcriptsFolder: string, serverId: string): Promise<ToolLedger> {
  const file = path.join(transcriptsFolder, serverId, ledgerName);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UserError(`no ledger ${file}; record a transcript on ${serverId} with --record to write one`);
  });
  const parsed = parseToolLedger(file, text, serverId);
  if ('mistakes' in parsed) throw new UserError(parsed.mistakes.join('\n'));
  return parsed.ledger;
}

/** All mistakes at once, each beginning with `file`. `serverId` is that of the folder it lies in. */
export function parseToolLedger(
  file: string,
  text: string,
  serverId: string,
): { ledger: ToolLedger } | { mistakes: string[] } {
  const raw = jsonOrWhy(text);
  if ('why' in raw) return { mistakes: [`${file}: ${raw.why}`] };
  const parsed = ToolLedger.safeParse(raw.value);
  if (!parsed.success) return { mistakes: describeIssues(file, parsed.error, raw) };
  const ledger = parsed.data;
  const sha256 = digest(ledger.tools);
  const mistakes = [
    ...(sha256 === ledger.sha256
      ? []
      : [`${file}: sha256: must be ${sha256} for the tools as they are; found ${ledger.sha256}`]),
    ...(ledger.server.id === serverId
      ? []
      : [`${file}: server.id: must be the folder's "${serverId}"; found "${ledger.server.id}"`]),
  ];
  return mistakes.length > 0 ? { mistakes } : { ledger };
}
