import { promptOf } from '../../task/prompt.ts';
import { type Adapter, type AdapterMaker, type AdapterOptions, defineAdapter } from '../adapter.ts';
import { modelCaps } from './caps.ts';
import type { Conversation } from './conversations/conversation.ts';
import type { Endpoint } from './endpoint.ts';
import { paidModel } from './paid-model.ts';
import { windowOf } from './proxy/price-table.ts';
import { ToolLoop } from './tool-loop.ts';
import type { Vendor } from './vendors/vendor.ts';

/** What is called a model adapter: whose models decide, and how one talks to them. */
export type ModelAdapterSpec = {
  id: string;
  summary: string;
  vendor: Vendor;
  defaultModel: string;
  /** In which dialect this endpoint is spoken to. */
  conversationOf(endpoint: Endpoint, env: NodeJS.ProcessEnv): Conversation;
};

/** A member of the open set of adapters for a vendor's models. */
export function modelAdapter(spec: ModelAdapterSpec): AdapterMaker {
  const { id, summary } = spec;
  return defineAdapter({ id, kind: 'model', summary, make: async (options) => makeAdapter(spec, options) });
}

function makeAdapter(
  { vendor, defaultModel, conversationOf }: ModelAdapterSpec,
  { skill, model: flags, ...options }: AdapterOptions,
): Omit<Adapter, 'id' | 'kind'> {
  const model = flags.name ?? defaultModel;
  const maxTokens = flags.maxTokens ?? modelCaps.maxTokensPerTurn;
  const {
    spoken: conversation,
    spending,
    openProxy,
  } = paidModel({
    ...options,
    vendor,
    model,
    flags,
    maxTokensPerTurn: maxTokens,
    spokenTo: (endpoint) => conversationOf(endpoint, options.env),
  });
  return {
    model,
    spending,
    open: async (task) => {
      const loop = new ToolLoop({
        conversation,
        model,
        maxTokens,
        effort: flags.effort,
        prompt: promptOf(task, task, skill),
        window: windowOf(model),
        openProxy: (clock) => openProxy(task, clock),
      });
      return { session: loop };
    },
  };
}
