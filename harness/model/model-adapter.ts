import { type Adapter, type AdapterMaker, type AdapterOptions, defineAdapter } from '../adapters/adapter.ts';
import { UserError } from '../errors/user-error.ts';
import { Budget } from './budget.ts';
import { modelCaps } from './caps.ts';
import type { Conversation, ConversationOptions } from './conversation.ts';
import { type Price, priceTable } from './prices.ts';
import { systemPrompt, taskPrompt } from './prompt.ts';
import { ToolLoop } from './tool-loop.ts';

/** One vendor: what it is called, where its key and address come from, how one talks to it. */
export type Vendor = {
  id: string;
  summary: string;
  api: string;
  keyVariable: string;
  baseUrlVariable: string;
  defaultModel: string;
  /** What a model costs whose `--price-in` and `--price-out` are given, the cache's rates left out. */
  cacheRates(input: number): { cacheWrite: number; cacheRead: number };
  /** Loads the SDK, not before. */
  converse(options: ConversationOptions): Promise<Conversation>;
};

/** A member of the open set of adapters for a vendor's models, behind the gates that keep money from being spent by accident. */
export function modelAdapter(vendor: Vendor): AdapterMaker {
  const { id, summary } = vendor;
  return defineAdapter({ id, kind: 'model', summary, make: async (options) => makeAdapter(vendor, options) });
}

function makeAdapter(
  vendor: Vendor,
  { env, skill, pace, model: flags }: AdapterOptions,
): Omit<Adapter, 'id' | 'kind'> {
  const model = flags.name ?? vendor.defaultModel;
  const price = priceOf(vendor, model, flags.price);
  const apiKey = env[vendor.keyVariable] ?? '';
  const baseUrl = env[vendor.baseUrlVariable] || null;
  const missing = [
    ...(env.OPENCHROME_BENCH_REAL === '1' ? [] : ['OPENCHROME_BENCH_REAL=1: a model run costs money']),
    ...(apiKey ? [] : [`${vendor.keyVariable}: the key of the API`]),
    ...(price
      ? []
      : [
          `--price-in and --price-out, USD per million tokens: no price is known for the model "${model}"; known are ${Object.keys(priceTable.models).join(', ')}`,
        ]),
  ];
  const maxTokens = flags.maxTokens ?? modelCaps.maxTokensPerTurn;
  const capUsd = (ofTask: number) => Math.min(ofTask, flags.maxUsd ?? modelCaps.maxUsdPerTask);
  let refusal: string | null = null;
  return {
    model,
    spending: {
      missing,
      endpoint: baseUrl ? endpointOf(vendor, baseUrl) : null,
      api: vendor.api,
      price,
      priceByFlag: flags.price.input !== null,
      caps: { maxTokensPerTurn: maxTokens, maxUsdPerTask: capUsd(modelCaps.maxUsdPerTask) },
      capUsd: ({ maxUsd }) => capUsd(maxUsd),
      refusal: () => refusal,
    },
    open: async (task) => {
      if (!price) throw new Error(`no price is known for ${model}`);
      return {
        session: new ToolLoop({
          budget: new Budget({ price, capUsd: capUsd(task.maxUsd), outputTokens: maxTokens }),
          maxTokens,
          pace,
          converse: (tools, fetchOf) =>
            vendor.converse({
              model,
              maxTokens,
              apiKey,
              baseUrl,
              system: skill === null ? systemPrompt : `${systemPrompt}\n\n${skill}`,
              prompt: taskPrompt(task),
              tools,
              fetch: fetchOf,
            }),
          refused: (why) => {
            refusal ??= why;
          },
        }),
      };
    },
  };
}

/** The prices that flags give beat the table; a model in neither has none. */
function priceOf(vendor: Vendor, model: string, flags: AdapterOptions['model']['price']): Price | null {
  const { input, output, cacheWrite, cacheRead } = flags;
  if (input === null && output === null) {
    if (cacheWrite !== null || cacheRead !== null)
      throw new UserError('--price-cache-write and --price-cache-read need --price-in and --price-out');
    return priceTable.models[model] ?? null;
  }
  if (input === null || output === null)
    throw new UserError(
      `--price-in and --price-out go together; ${input === null ? '--price-in' : '--price-out'} is missing`,
    );
  const cache = vendor.cacheRates(input);
  return {
    input,
    output,
    cacheWrite: cacheWrite ?? cache.cacheWrite,
    cacheRead: cacheRead ?? cache.cacheRead,
  };
}

/** The host that answers in place of the vendor's own. */
function endpointOf({ baseUrlVariable }: Vendor, baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UserError(`${baseUrlVariable}: found "${baseUrl}"; allowed is an http(s) URL`);
  return url.host;
}
