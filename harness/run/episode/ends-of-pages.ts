import { setTimeout as delay } from 'node:timers/promises';
import { endsIn } from '../../browser/gatherers/rewards.ts';
import type { ScriptRun } from '../../browser/guest-port/guest-actions.ts';
import type { BrowserWatch } from '../../browser/watch-browser.ts';
import { askedOf, needsOf } from '../../judge/needs.ts';
import type { Stage } from './open-stage.ts';

/** How long a report of a page may take to reach its host. */
const reportLimitMs = 2000;
const pollMs = 10;

type Asked = Pick<Stage, 'plan' | 'web' | 'browser' | 'door'>;

/** The events of the ends that pages have reported so far to the hosts whose reward is judged, each host in turn. */
async function reportedEnds({ plan, web, browser }: Asked): Promise<unknown[]> {
  const hosts: string[] = askedOf(needsOf(plan.task.success), 'reward');
  if (hosts.length === 0 || !web.hermetic) return [];
  await requestsAnswered(browser);
  try {
    const changes = web.hermetic.changes();
    return hosts.flatMap((host) => endsIn(changes.get(host) ?? []).map((row) => row?.event ?? null));
  } catch {
    return []; // The final observation names the fault of the host.
  }
}

/** The number of ends before a run of scripts. */
export async function countEnds(stage: Asked): Promise<number> {
  return (await reportedEnds(stage)).length;
}

/**
 * Notes it if a page reported an end during a run of scripts. In an isolated world a script may focus an element, or
 * act on it by untrusted events, and the judge decides about such an end.
 */
export async function noteEndsOf(run: ScriptRun, stage: Asked): Promise<void> {
  const ended = (await reportedEnds(stage)).slice(run.ends);
  if (ended.some((event) => run.isOwn || (event !== null && event !== 'focus'))) stage.door.scripted();
}

/** Resolves when no tab waits for an answer, at the limit at the latest. */
async function requestsAnswered({ tabs, cdp }: BrowserWatch): Promise<void> {
  const deadline = performance.now() + reportLimitMs;
  const isWaiting = () => tabs().some(({ inFlight }) => inFlight.size > 0);
  while (isWaiting() && performance.now() < deadline && !cdp.closed) await delay(pollMs);
}
