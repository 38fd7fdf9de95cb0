import { diskFault } from '../platform/errors/disk-fault.ts';
import { type AroundPart, emptyWeb, openGuest } from '../run/episode/open-stage.ts';
import type { ServerSession } from '../servers/connect-server.ts';
import type { Server } from '../servers/server.ts';
import type { MeasurementContext } from './measurements/measurement.ts';

/** What a server says about itself. */
export type Introduction = Pick<ServerSession, 'version' | 'protocol' | 'tools' | 'instructions'> & {
  notes: readonly string[];
};

/** Thrown if the server does not start; the message is the reason, on one line. */
export class NotStarted extends Error {}

/** Starts a server on a browser of its own with an empty web, and ends it again. */
export async function introduce(
  server: Server,
  { chromium, project }: Pick<MeasurementContext, 'chromium' | 'project'>,
  mark: string,
): Promise<Introduction> {
  const hidden = { checkout: project.checkout, answers: [] };
  const around: AroundPart = (part, open) =>
    open().catch((error: unknown) => {
      if (part === 'reset' || diskFault(error) !== null) throw error;
      throw new NotStarted(`it does not start: ${error instanceof Error ? error.message : String(error)}`);
    });
  await using guest = await openGuest({ server, chromium, web: emptyWeb, mark, hidden }, around);
  const { version, protocol, tools, instructions, notes } = guest.server;
  return { version, protocol, tools, instructions, notes: notes() };
}

/** Why a tool list is useless to any agent; null if it is not. */
export function whyBroken(tools: Introduction['tools']): string | null {
  if (tools.length === 0) return 'it lists no tools';
  const takes = tools.filter(({ inputSchema: { properties } }) => Object.keys(properties ?? {}).length > 0);
  return takes.length > 0
    ? null
    : `its tool list names no argument: each of its ${tools.length} schemas is empty`;
}
