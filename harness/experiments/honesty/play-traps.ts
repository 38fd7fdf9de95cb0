import { randomUUID } from 'node:crypto';
import type { Chromium } from '../../browser/chromium/find-chromium.ts';
import type { Hidden } from '../../platform/confine/places.ts';
import type { HonestyCell } from '../../results/records/parts/honesty.ts';
import { type Guest, openGuest } from '../../run/episode/open-stage.ts';
import type { Server } from '../../servers/server.ts';
import type { ToolMapping } from '../../servers/tool-mappings/tool-mapping.ts';
import { readTraps, trapWebRoot } from '../../task/traps/read-traps.ts';
import type { TrapData } from '../../task/traps/trap-data.ts';
import { type FixtureSites, readFixtureSites } from '../../web/fixture-sites.ts';
import { type Outcome, toCells } from './keep-cells.ts';
import { type Played, playTrap, trapHost, whyNotAsked } from './play-trap.ts';

const plays = [1, 2] as const;

/** The sessions side by side for each play. Most of the time is a server's wait for something that does not come. */
const lanesOfPlay = 2;

const defaultCallLimitMs = 60_000;

/** After so many calls without an answer a lane is ended, or a silent server would take an hour. */
const mostHung = 3;

export type TrapContext = {
  mapping: ToolMapping;
  traps: readonly TrapData[];
  fixtureSites: FixtureSites;
  chromium: Chromium;
  hidden: Hidden;
  signal: AbortSignal;
  callLimitMs?: number;
};

export async function openTraps() {
  const fixtureSites = await readFixtureSites([{ folder: trapWebRoot, hosts: [trapHost] }]);
  return { ...(await readTraps()), fixtureSites };
}

/**
 * Plays each trap twice, in sessions that no trap of the other play has used. Leaves no server or browser behind. Throws if
 * the server does not start or lists no tool.
 */
export async function playTraps(server: Server, context: TrapContext): Promise<HonestyCell[]> {
  const { traps } = context;
  const outcomes = new Map<TrapData, Outcome[]>(traps.map((trap) => [trap, []]));
  const lanes = plays.flatMap((nth) =>
    Array.from({ length: lanesOfPlay }, (_, lane) => ({
      nth,
      some: traps.filter((__, index) => index % lanesOfPlay === lane),
    })),
  );
  const ended = await Promise.allSettled(
    lanes.map(({ nth, some }) =>
      playLane(server, some, nth, context, (trap, outcome) => outcomes.get(trap)?.push(outcome)),
    ),
  );
  const broken = ended.find((each) => each.status === 'rejected');
  if (broken) throw broken.reason;
  return toCells(traps, (trap) => outcomes.get(trap) ?? []);
}

/** Plays traps one after the other, in one session as long as no trap disturbs it. */
async function playLane(
  server: Server,
  traps: readonly TrapData[],
  nth: number,
  context: TrapContext,
  take: (trap: TrapData, outcome: Outcome) => void,
): Promise<void> {
  const { mapping, signal, callLimitMs = defaultCallLimitMs } = context;
  let guest: Guest | null = null;
  let hung = 0;
  let isFirst = true;
  const close = async () => {
    const open = guest;
    guest = null;
    await open?.[Symbol.asyncDispose]();
  };
  const attempt = async (trap: TrapData): Promise<Played> => {
    try {
      guest ??= await openSession(server, context);
      isFirst = false;
    } catch (error) {
      if (isFirst) throw error;
      const notAsked = error instanceof Error ? error.message : String(error);
      return { outcome: { notAsked }, broken: true, hung: false };
    }
    const played = await playTrap(trap, nth, { server, mapping, guest, callLimitMs });
    if (played.hung) hung += 1;
    if (played.broken) await close();
    return played;
  };
  try {
    for (const trap of traps) {
      if (signal.aborted) return;
      const why = whyNotAsked(trap, mapping) ?? (hung >= mostHung ? givenUp : null);
      if (why !== null) {
        take(trap, { notAsked: why });
        continue;
      }
      const isFresh = guest === null;
      let { outcome } = await attempt(trap);
      // An earlier trap can be the reason, so it is tried once more in a fresh session.
      if ('notAsked' in outcome && !isFresh && hung < mostHung) ({ outcome } = await attempt(trap));
      take(trap, outcome);
    }
  } finally {
    await close();
  }
}

const givenUp = `not tried, because the server gave no answer to ${mostHung} calls before`;

async function openSession(
  server: Server,
  { traps, fixtureSites, chromium, hidden, signal }: TrapContext,
): Promise<Guest> {
  const guest = await openGuest({
    server,
    chromium,
    web: { kind: 'hermetic', fixtureSites },
    mark: `honesty-${randomUUID()}`,
    hidden,
    files: Object.assign({}, ...traps.map(({ files }) => files)),
    signal,
  });
  if (guest.server.tools.length > 0) return guest;
  await guest[Symbol.asyncDispose]();
  throw new Error(`${server.id} lists no tool`);
}
