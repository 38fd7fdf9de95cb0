import type { Task } from '../../task/task.ts';
import type { Adapter, AdapterOptions, Turn } from '../adapter.ts';
import { modelCaps } from './caps.ts';
import { type Endpoint, endpointOf } from './endpoint.ts';
import { priceOf } from './price-of.ts';
import type { Dialect } from './proxy/dialects/dialect.ts';
import { openModelProxy } from './proxy/model-proxy.ts';
import { priceTable } from './proxy/price-table.ts';
import type { Price } from './proxy/prices.ts';
import type { ModelProxy, ModelProxyOptions } from './proxy/proxy.ts';
import type { Vendor } from './vendors/vendor.ts';

/** A model that costs money, behind the gates that keep it from being spent by accident. */
export type PaidModel<Spoken> = {
  spoken: Spoken;
  spending: NonNullable<Adapter['spending']>;
  /** For one episode. Throws where no price is known. */
  openProxy(
    task: Pick<Task, 'id' | 'maxUsd'>,
    clock: Pick<Turn, 'pause' | 'resume'>,
    refused?: ModelProxyOptions['refused'],
  ): Promise<ModelProxy>;
};

export type PaidModelOptions<Spoken> = Pick<AdapterOptions, 'env' | 'key' | 'pace' | 'record'> & {
  vendor: Vendor;
  model: string;
  flags: AdapterOptions['model'];
  /** Output; null where nothing of ours limits it. */
  maxTokensPerTurn: number | null;
  /** How this endpoint is spoken to. */
  spokenTo(endpoint: Endpoint): Spoken;
};

/** Throws `UserError` where a flag or a variable is wrong. */
export function paidModel<Spoken extends { dialect: Dialect }>(
  options: PaidModelOptions<Spoken>,
): PaidModel<Spoken> {
  const { vendor, model, flags, env, key: given, pace, record } = options;
  const price = priceOf(vendor, model, flags.price);
  const key = given ?? env[vendor.keyVariable] ?? '';
  const endpoint = endpointOf(vendor.baseUrlVariable, env[vendor.baseUrlVariable] ?? '', vendor.baseUrl);
  const spoken = options.spokenTo(endpoint);
  const capUsd = (ofTask: number) => flags.maxUsd ?? Math.min(ofTask, modelCaps.maxUsdPerTask);
  let refusal: string | null = null;
  return {
    spoken,
    spending: {
      missing: missingOf(vendor, env, { key, model, price }),
      endpoint: endpoint.host,
      api: spoken.dialect.id,
      price,
      priceByFlag: flags.price.input !== null,
      effort: flags.effort,
      caps: {
        maxTokensPerTurn: options.maxTokensPerTurn,
        maxUsdPerTask: capUsd(modelCaps.maxUsdPerTask),
      },
      capUsd: ({ maxUsd }) => capUsd(maxUsd),
      refusal: () => refusal,
    },
    openProxy: async (task, clock, refused) => {
      if (!price) throw new Error(`no price is known for ${model}`);
      return openModelProxy({
        upstreams: [{ dialect: spoken.dialect, baseUrl: endpoint.baseUrl, key }],
        priceOf: (asked) => (asked === model ? price : (priceTable.models[asked] ?? null)),
        capUsd: capUsd(task.maxUsd),
        clock,
        pace,
        record: record && ((exchange) => record(task.id, exchange)),
        ended: (why) => {
          refusal ??= why;
        },
        refused,
      });
    },
  };
}

function missingOf(
  { keyVariable }: Vendor,
  env: NodeJS.ProcessEnv,
  { key, model, price }: { key: string; model: string; price: Price | null },
): string[] {
  const known = Object.keys(priceTable.models).join(', ');
  return [
    ...(env.OPENCHROME_BENCH_REAL === '1' ? [] : ['OPENCHROME_BENCH_REAL=1: a model run costs money']),
    ...(key ? [] : [`${keyVariable}: the key of the API (or --key-file)`]),
    ...(price
      ? []
      : [
          `--price-in and --price-out, USD per million tokens: no price is known for the model "${model}"; known are ${known}`,
        ]),
  ];
}
