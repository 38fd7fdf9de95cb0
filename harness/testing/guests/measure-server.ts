import path from 'node:path';
import { execa } from 'execa';
import { folderOf } from '../folder-of.ts';
import type { GuestFlag } from './guest-server.ts';

const script = path.join(import.meta.dirname, 'server-memory.ts');
export const mostMegabytes = 300;

/** What a process of its own needed for calls of the guest, and what it was told in the end. */
export async function measure(
  call: { flags?: GuestFlag; tool?: string; args?: object; times?: number } = {},
): Promise<{ said: string; megabytes: number }> {
  const { flags = '', tool = 'say', args = { content: [] }, times = 1 } = call;
  const { stdout } = await execa(process.execPath, [
    script,
    await folderOf(),
    flags,
    tool,
    JSON.stringify(args),
    String(times),
  ]);
  return JSON.parse(stdout);
}
