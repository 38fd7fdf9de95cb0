import { UserError } from '../../platform/errors/user-error.ts';
import type { Task } from '../../task/task.ts';
import type { BuiltInAgent, BuiltInAgentOptions, Turn } from '../built-in-agent.ts';
import type { Api, Vendor } from './apis/api.ts';
import { modelCaps } from './caps.ts';
import { type Endpoint, endpointAt } from './hosts.ts';
import type { ModelProxy, ModelProxyOptions } from './proxy/model-proxy.ts';
import { openModelProxy } from './proxy/model-proxy.ts';
import type { Price } from './proxy/prices.ts';
import { isFree, knownPrice, priceTable } from './proxy/prices.ts';

/** A model that costs money, with checks against accidental spending. */
export type PaidModel = {
  spending: NonNullable<BuiltInAgent['spending']>;
  /** Ends the run: no further episode is played. */
  endRun(why: string): void;
  /** Opens the proxy of one episode. `mostUsd` lowers its cost limit. Throws without a known price. */
  openProxy(
    task: Pick<Task, 'id' | 'maxUsd'> & { mostUsd?: number },
    clock: Pick<Turn, 'pause' | 'resume'>,
    refused?: ModelProxyOptions['refused'],
  ): Promise<ModelProxy>;
};

export type PaidModelOptions = Pick<BuiltInAgentOptions, 'env' | 'key' | 'pace' | 'record'> & {
  api: Api;
  model: string;
  flags: BuiltInAgentOptions['model'];
  /** Output tokens; null if the harness sets no limit. */
  maxTokensPerTurn: number | null;
};

/** Throws `UserError` if a flag or a variable is wrong. */
export function paidModel({
  api,
  model,
  flags,
  env,
  key: given,
  pace,
  record,
  maxTokensPerTurn,
}: PaidModelOptions): PaidModel {
  const { vendor } = api;
  const price = priceOf(vendor, model, flags.price);
  const key = given ?? env[vendor.keyVariable] ?? '';
  const endpoint = endpointOf(vendor, env);
  const capUsd = (ofTask: number) => flags.maxUsd ?? Math.min(ofTask, modelCaps.defaultUsd);
  let refusal: string | null = null;
  const endRun = (why: string) => {
    refusal ??= why;
  };
  return {
    spending: {
      missing: missingOf(vendor, env, { key, model, price, endpoint: endpoint.endpoint }),
      endpoint: endpoint.endpoint,
      address: `${endpoint.baseUrl} (${api.id}); --base-url or ${vendor.baseUrlVariable} names another`,
      api: api.id,
      price,
      priceByFlag: flags.price.input !== null,
      effort: flags.effort,
      caps: { maxTokensPerTurn, maxUsdPerTask: capUsd(modelCaps.defaultUsd) },
      capUsd: ({ maxUsd }) => capUsd(maxUsd),
      refusal: () => refusal,
    },
    endRun,
    openProxy: async (task, clock, refused) => {
      if (!price) throw new Error(`no price is known for ${model}`);
      return openModelProxy({
        upstreams: [{ api, baseUrl: endpoint.baseUrl, key }],
        priceOf: (asked) => (asked === model ? priceOf(vendor, model, flags.price) : knownPrice(asked)),
        model,
        capUsd: Math.min(capUsd(task.maxUsd), task.mostUsd ?? Number.POSITIVE_INFINITY),
        clock,
        pace,
        record: record && ((exchange) => record(task.id, exchange)),
        ended: endRun,
        refused,
      });
    },
  };
}

/** The price from flags, else from the table, else null. Throws `UserError`. */
function priceOf(
  { cacheRates }: Vendor,
  model: string,
  { input, output, cacheWrite, cacheRead }: BuiltInAgentOptions['model']['price'],
): Price | null {
  if (input === null && output === null) {
    if (cacheWrite !== null || cacheRead !== null)
      throw new UserError('--price-cache-write and --price-cache-read need --price-in and --price-out');
    return knownPrice(model);
  }
  if (input === null || output === null)
    throw new UserError(
      `--price-in and --price-out go together; ${input === null ? '--price-in' : '--price-out'} is missing`,
    );
  const cache = cacheRates(input);
  return {
    input,
    output,
    cacheWrite: cacheWrite ?? cache.cacheWrite,
    cacheRead: cacheRead ?? cache.cacheRead,
  };
}

/**
 * The address of a vendor's API: its own, or one from a variable. `baseUrl` has no user and password, because messages
 * would show them. Throws `UserError`.
 */
export function endpointOf(
  { baseUrlVariable, baseUrl: own }: Vendor,
  env: NodeJS.ProcessEnv,
): { baseUrl: string; endpoint: Endpoint } {
  const given = env[baseUrlVariable] ?? '';
  if (given === '') return { baseUrl: own, endpoint: endpointAt(own, own) };
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UserError(`${baseUrlVariable}: got "${given}"; expected an http(s) URL`);
  url.username = '';
  url.password = '';
  const baseUrl = `${url.origin}${url.pathname.replace(/\/$/, '')}`;
  return { baseUrl, endpoint: endpointAt(baseUrl, own) };
}

function missingOf(
  { keyVariable }: Vendor,
  env: NodeJS.ProcessEnv,
  { key, model, price, endpoint }: { key: string; model: string; price: Price | null; endpoint: Endpoint },
): string[] {
  const known = Object.keys(priceTable.models).join(', ');
  const isOwn = endpoint.class === 'loopback' || endpoint.class === 'private';
  // A server of the user may cost nothing and need no key.
  const mayCost = !isOwn || price === null || !isFree(price);
  return [
    ...(env.OPENCHROME_BENCH_REAL === '1' || !mayCost
      ? []
      : ['OPENCHROME_BENCH_REAL=1: a model run costs money']),
    ...(key || isOwn ? [] : [`${keyVariable}: the key of the API (or --key-file)`]),
    ...(price
      ? []
      : [
          `--price-in and --price-out, USD per million tokens: no price is known for the model "${model}"; known are ${known}`,
        ]),
  ];
}
