import { UserError } from '../platform/errors/user-error.ts';
import { Config } from './config/config.ts';

/** A server as a configuration has it. Throws `UserError` where a configuration could not. */
export function ownServer(command: string, id: string): { id: string; command: string } {
  const read = Config.safeParse({ servers: [{ id, command }] });
  if (read.success) return { id, command };
  // The one thing that is wrong with what was typed stands deepest.
  const found = /^[a-z0-9][a-z0-9._-]*$/.test(id)
    ? `--server: found "${command}"; allowed is a command line with {endpoint}, {port} or {chromium} in it`
    : `--server-id: found "${id}"; allowed are lowercase letters, digits, ".", "_" and "-"`;
  throw new UserError(found);
}
