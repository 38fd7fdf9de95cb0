import { UserError } from '../../platform/errors/user-error.ts';
import { promptOf } from '../../task/given.ts';
import {
  type BuiltInAgent,
  type BuiltInAgentMaker,
  type BuiltInAgentOptions,
  defineBuiltInAgent,
} from '../built-in-agent.ts';
import type { Api, Quirk, Sampling, Vendor } from './apis/api.ts';
import { apis } from './apis/index.ts';
import { modelCaps } from './caps.ts';
import { outputLimitOf } from './context-limits.ts';
import { forcesCalls } from './hosts.ts';
import { endpointOf, paidModel } from './paid-model.ts';
import { windowOf } from './proxy/prices.ts';
import { type HostState, ToolLoop } from './tool-loop.ts';
import { warmUp } from './warm-up.ts';

/** The built-in agents with models: one per vendor of the listed APIs. */
export const modelAgents: readonly BuiltInAgentMaker[] = [...new Set(apis.map(({ vendor }) => vendor))].map(
  (vendor) =>
    defineBuiltInAgent({
      id: vendor.agent.id,
      kind: 'model',
      summary: vendor.agent.summary,
      make: async (options) => makeBuiltInAgent(vendor, options),
    }),
);

function makeBuiltInAgent(
  vendor: Vendor,
  { skill, model: flags, ...options }: BuiltInAgentOptions,
): Omit<BuiltInAgent, 'id' | 'kind'> {
  const model = flags.name ?? vendor.agent.defaultModel;
  const maxTokens = flags.maxTokens ?? defaultTokensOf(flags.context);
  const isOwn = isOfVendor(vendor, options.env);
  const api = apiFor(vendor, options.env, isOwn);
  const host: HostState = {
    window: flags.context ?? windowOf(model),
    maxTokens,
    quirks: new Set<Quirk>(isOwn ? ['new_limit_name'] : []),
  };
  checkSampling(api, model, flags.sampling);
  const { spending, openProxy, endRun } = paidModel({
    ...options,
    api,
    model,
    flags,
    maxTokensPerTurn: maxTokens,
  });
  const forced = forcesCalls(spending.endpoint) ? api.forcedCalls(model) : null;
  // Mistral has another name for it: https://docs.mistral.ai/api/
  if (spending.endpoint.name === 'mistral') host.quirks.add('random_seed');
  const { effort, sampling } = flags;
  const loop = { api, model, effort, sampling, host, endRun };
  return {
    model,
    spending: {
      ...spending,
      sampling,
      warmUp: (asked) => warmUp({ ...loop, forced, skill, openProxy, refusal: spending.refusal }, asked),
    },
    open: async (task, _server, trial = 1) => ({
      session: new ToolLoop({
        ...loop,
        sampling: ofTrial(sampling, trial),
        prompt: promptOf(task, task, skill),
        openProxy: (clock) => openProxy(task, clock),
      }),
    }),
  };
}

/** Each trial has a seed of its own, because the same seed may repeat the same answers. */
function ofTrial(sampling: Sampling | undefined, trial: number): Sampling | undefined {
  return sampling && { ...sampling, seed: sampling.seed === null ? null : sampling.seed + trial - 1 };
}

/** Throws `UserError` for a setting that the API does not have. */
function checkSampling(api: Api, model: string, sampling: Sampling | undefined): void {
  const { temperature, seed } = api.sampling(model);
  const wrong =
    (sampling?.temperature ?? null) !== null && !temperature
      ? '--temperature'
      : (sampling?.seed ?? null) !== null && !seed
        ? '--model-seed'
        : null;
  if (wrong !== null)
    throw new UserError(`${wrong}: the API ${api.id} does not accept it for ${model}; expected no ${wrong}`);
}

function defaultTokensOf(context: number | null): number {
  return Math.min(
    modelCaps.defaultTokens,
    context === null ? modelCaps.defaultTokens : outputLimitOf(context),
  );
}

/**
 * The first API of a vendor is for its own host, the last for other hosts. OpenAI's own models call tools in Responses,
 * while nearly all other hosts only have chat completions. `OPENAI_API` overrides this.
 */
function apiFor(vendor: Vendor, env: NodeJS.ProcessEnv, isOwn: boolean): Api {
  const own = apis.filter((api) => api.vendor === vendor);
  const variable = `${vendor.id.toUpperCase()}_API`;
  const chosen = (own.length > 1 && env[variable]) || '';
  const api = chosen === '' ? own.at(isOwn ? 0 : -1) : own.find(({ id }) => id === chosen);
  if (api) return api;
  throw new UserError(`${variable}: got "${chosen}"; expected ${own.map(({ id }) => id).join(' or ')}`);
}

/** Whether the vendor's own host answers. */
function isOfVendor(vendor: Vendor, env: NodeJS.ProcessEnv): boolean {
  const { class: kind, name } = endpointOf(vendor, env).endpoint;
  return kind === 'vendor' && name === null;
}
