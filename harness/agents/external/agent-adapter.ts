import { GuestActions } from '../../browser/guest-port/guest-actions.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { promptOf } from '../../task/prompt.ts';
import type { Adapter, AdapterOptions } from '../adapter.ts';
import { paidModel } from '../models/paid-model.ts';
import type { Dialect } from '../models/proxy/dialects/dialect.ts';
import type { Vendor } from '../models/vendors/vendor.ts';
import { AgentSession } from './agent-session.ts';
import { CallQueue } from './gateway/call-queue.ts';
import type { Player } from './player.ts';

/** Whose API an agent asks, and in which dialect. */
export type AgentApi = { vendor: Vendor; dialect: Dialect };

/** An agent of somebody's as what decides the calls. Throws `UserError`. */
export function agentAdapter(
  player: Player,
  api: AgentApi | null,
  {
    skill,
    model: flags,
    ...options
  }: Pick<AdapterOptions, 'skill' | 'model' | 'env' | 'key' | 'pace' | 'record'>,
): Adapter {
  for (const [flag, value] of [
    ['--max-tokens', flags.maxTokens],
    ['--effort', flags.effort],
  ])
    if (value !== null)
      throw new UserError(`${flag}: an agent sets this itself; it cannot be set for ${player.id}`);
  const paid =
    api && player.model !== null
      ? paidModel({
          ...options,
          vendor: api.vendor,
          model: player.model,
          flags,
          // How long an answer may be is the agent's own choice, and nothing of ours holds it to a length.
          maxTokensPerTurn: null,
          spokenTo: () => api,
        })
      : null;
  return {
    id: player.id,
    kind: 'agent',
    model: player.model,
    agent: { version: player.version, door: player.door },
    ...(paid && { spending: paid.spending }),
    open: async (task, _server, _trial, place) => {
      if (!place) throw new Error('an agent has no place to run in');
      const calls = new CallQueue();
      const actions = player.door === 'cdp' ? actionsInto(calls) : null;
      const session = new AgentSession({
        player,
        calls,
        actions,
        prompt: promptOf(task, task, skill),
        task,
        maxSteps: task.maxSteps,
        place,
        openProxy: paid && ((clock, refused) => paid.openProxy(task, clock, refused)),
      });
      return { session, ...(actions && { actions }) };
    },
  };
}

/** What it does to the browser waits among the calls, to be played one after the other. */
function actionsInto(calls: CallQueue): GuestActions {
  const forever = new AbortController().signal;
  return new GuestActions(({ tool, args }) => void calls.ask({ name: tool, arguments: args }, forever));
}
