import { guestServer } from './guest-server.ts';

/** The words that have the command line play on the guest. */
export function guestFlags(): string[] {
  const { id, origin } = guestServer();
  if (!('command' in origin)) throw new Error('the guest is a command line');
  return ['--server-command', origin.command, '--server-id', id];
}
