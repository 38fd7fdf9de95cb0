import { type Adapter, type AdapterMaker, type AdapterOptions, defineAdapter } from '../adapters/adapter.ts';
import { openModelProxy } from '../model-proxy/model-proxy.ts';
import { priceTable, windowOf } from '../model-proxy/price-table.ts';
import type { Price } from '../model-proxy/prices.ts';
import { promptOf } from '../task/prompt.ts';
import { modelCaps } from './caps.ts';
import type { Conversation } from './conversations/conversation.ts';
import { type Endpoint, endpointOf } from './endpoint.ts';
import { priceOf } from './price-of.ts';
import { ToolLoop } from './tool-loop.ts';

/** One vendor: what it is called, where its key and address come from, how one talks to it. */
export type Vendor = {
  id: string;
  summary: string;
  keyVariable: string;
  baseUrlVariable: string;
  baseUrl: string;
  defaultModel: string;
  /** What a model costs whose `--price-in` and `--price-out` are given, the cache's rates left out. */
  cacheRates(input: number): { cacheWrite: number; cacheRead: number };
  /** In which dialect this endpoint is spoken to. */
  conversationOf(endpoint: Endpoint, env: NodeJS.ProcessEnv): Conversation;
};

/** A member of the open set of adapters for a vendor's models, behind the gates that keep money from being spent by accident. */
export function modelAdapter(vendor: Vendor): AdapterMaker {
  const { id, summary } = vendor;
  return defineAdapter({
    id,
    kind: 'model',
    summary,
    make: async (options) => makeAdapter(vendor, options),
  });
}

function makeAdapter(
  vendor: Vendor,
  { env, key: given, skill, pace, record, model: flags }: AdapterOptions,
): Omit<Adapter, 'id' | 'kind'> {
  const model = flags.name ?? vendor.defaultModel;
  const price = priceOf(vendor, model, flags.price);
  const key = given ?? env[vendor.keyVariable] ?? '';
  const endpoint = endpointOf(vendor.baseUrlVariable, env[vendor.baseUrlVariable] ?? '', vendor.baseUrl);
  const conversation = vendor.conversationOf(endpoint, env);
  const maxTokens = flags.maxTokens ?? modelCaps.maxTokensPerTurn;
  const capUsd = (ofTask: number) => flags.maxUsd ?? Math.min(ofTask, modelCaps.maxUsdPerTask);
  let refusal: string | null = null;
  return {
    model,
    spending: {
      missing: missingOf(vendor, env, { key, model, price }),
      endpoint: endpoint.host,
      api: conversation.dialect.id,
      price,
      priceByFlag: flags.price.input !== null,
      effort: flags.effort,
      caps: { maxTokensPerTurn: maxTokens, maxUsdPerTask: capUsd(modelCaps.maxUsdPerTask) },
      capUsd: ({ maxUsd }) => capUsd(maxUsd),
      refusal: () => refusal,
    },
    open: async (task) => {
      if (!price) throw new Error(`no price is known for ${model}`);
      const loop = new ToolLoop({
        conversation,
        model,
        maxTokens,
        effort: flags.effort,
        prompt: promptOf(task, task, skill),
        window: windowOf(model),
        openProxy: (clock) =>
          openModelProxy({
            upstreams: [{ dialect: conversation.dialect, baseUrl: endpoint.baseUrl, key }],
            priceOf: (asked) => (asked === model ? price : (priceTable.models[asked] ?? null)),
            capUsd: capUsd(task.maxUsd),
            clock,
            pace,
            record: record && ((exchange) => record(task.id, exchange)),
            ended: (why) => {
              refusal ??= why;
            },
          }),
      });
      return { session: loop };
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
