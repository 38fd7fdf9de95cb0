import { UserError } from '../platform/errors/user-error.ts';
import { hiddenOf } from '../run/hidden-of.ts';
import type { Plan } from '../run/plan.ts';
import { checkServer } from './doctor/server/check-server.ts';

/** As long as an episode waits. */
const limits = { startMs: 30_000, openMs: 5_000 };

/**
 * Looks once at a server that nobody here knows, before its episodes are played: what is wrong with it would be wrong in
 * each of them. Throws `UserError`.
 */
export async function checkOwnServer(plan: Plan): Promise<void> {
  const { server, chromium, runs } = plan;
  if (!('command' in server.origin) || runs.every(({ scheduled }) => scheduled.length === 0)) return;
  const { faults } = await checkServer(server, { chromium, hidden: hiddenOf(plan), limits });
  if (faults.length === 0) return;
  throw new UserError(
    [
      ...faults.map((fault) => `server ${server.id}: ${fault}`),
      "nothing was played; npm run harness -- servers try '<command>' looks at it again, and lists its tools",
    ].join('\n'),
  );
}
