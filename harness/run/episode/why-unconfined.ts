import { prepareChromium } from '../../browser/launch-chromium.ts';
import { prepareServer } from '../../servers/connect-server.ts';
import type { GuestPlan } from './open-guest.ts';

/** Why this server and its browser can't be confined on this machine, in one line; null where they can. */
export async function whyUnconfined({
  server,
  chromium,
  hidden,
}: Pick<GuestPlan, 'server' | 'chromium' | 'hidden'>): Promise<string | null> {
  const mark = `confine-${process.pid}`;
  const tries = await Promise.allSettled([
    ...('browser' in server.origin ? [] : [prepareServer(server, hidden, mark)]),
    prepareChromium(chromium, hidden, mark),
  ]);
  const reasons = await Promise.all(
    tries.map(async (tried) => {
      // Where it must be confined and can't be.
      if (tried.status === 'rejected') return String(tried.reason?.message ?? tried.reason);
      await tried.value.end();
      return tried.value.unconfined;
    }),
  );
  return reasons.find((reason) => reason !== null) ?? null;
}
