import { randomUUID } from 'node:crypto';
import { GuestActions } from '../browser/guest-port/guest-actions.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { count } from '../platform/words/format.ts';
import type { Tool } from '../servers/answer.ts';
import { openCall } from '../servers/connect-server.ts';
import { type AroundPart, emptyWeb, openGuest } from './episode/open-stage.ts';
import { hiddenOf } from './hidden-of.ts';
import type { Plan } from './plan.ts';
import { priceLine } from './reports/describe-plan.ts';
import { rehearsalLines } from './reports/trial-lines.ts';

/** What a server offers to a model. */
export type Offer = { tools: readonly Tool[]; instructions: string | null };

/**
 * Starts browser and server once before any money is spent, and logs the versions and prices of a model's run. Key,
 * model and price were checked during planning; nothing is sent to the API. Returns what the server offers, or null
 * without a server. Throws `UserError`.
 */
export async function preflight(plan: Plan, log: (line: string) => void): Promise<Offer | null> {
  const { adapter, chromium, server, webs, runs } = plan;
  log(
    `preflight  model ${adapter.model}: ${adapter.local ? 'computed on this machine' : priceLine(adapter)}`,
  );
  for (const line of new Set(runs.flatMap(({ run }) => rehearsalLines(run.config))))
    log(`preflight  ${line}`);
  const [web = emptyWeb] = webs.values();
  const around: AroundPart = async (part, open) => {
    const opened = await open().catch(
      failed(part === 'reset' ? 'the browser does not start' : `server ${server.id} does not start`),
    );
    if (part === 'reset') log(`preflight  browser ${chromium.name} ${chromium.version}`);
    return opened;
  };
  // No agent acts yet.
  const actions = 'browser' in server.origin ? new GuestActions(() => {}) : null;
  await using guest = await openGuest(
    { server, actions, chromium, web, mark: `preflight-${randomUUID()}`, hidden: hiddenOf(plan) },
    around,
  );
  if (actions) {
    log('preflight  no server: the agent drives the browser itself');
    for (const line of await localEstimate(plan, null)) log(`preflight  ${line}`);
    return null;
  }
  const { version, tools, instructions } = guest.server;
  try {
    openCall(server, tools, 'about:blank');
  } catch (error) {
    failed(`server ${server.id}`)(error);
  }
  log(`preflight  server ${server.id} ${version}, ${count(tools.length, 'tool')}`);
  for (const line of await localEstimate(plan, tools)) log(`preflight  ${line}`);
  return { tools, instructions };
}

/**
 * The measured speed of local weights, and the minutes that the run takes; empty for other agents. `tools`: those of the
 * server; null if it was not started.
 */
export async function localEstimate(
  { adapter, runs }: Pick<Plan, 'adapter' | 'runs'>,
  tools: readonly Tool[] | null,
): Promise<string[]> {
  const scheduled = runs.flatMap((run) => run.scheduled);
  const [first] = scheduled;
  if (!adapter.local || !first) return [];
  const maxSteps = Math.max(...runs.map(({ run }) => run.config.limits.maxSteps));
  return adapter.local.estimate(tools, { episodes: scheduled.length, maxSteps, task: first.file.task });
}

function failed(what: string): (error: unknown) => never {
  return (error) => {
    throw new UserError(
      `preflight: ${what}: ${error instanceof Error ? error.message : error}; nothing was spent`,
    );
  };
}
