import type { Run } from '../../../results/records/result.ts';

const apis: Readonly<Record<string, { provider: string; operation: string }>> = {
  messages: { provider: 'anthropic', operation: 'chat' },
  chat: { provider: 'openai', operation: 'chat' },
  responses: { provider: 'openai', operation: 'chat' },
  gemini: { provider: 'gcp.gemini', operation: 'generate_content' },
};

/** What the conventions call its provider and a request to it, where nobody but the vendor answered. */
export function askedModel({ kind, model }: Run['config']): { provider: string; operation: string } {
  const { provider = 'unknown', operation = 'chat' } = apis[model?.api ?? ''] ?? {};
  if (model) return { provider: model.endpoint === 'vendor' ? provider : 'unknown', operation };
  // The attribute is required; the conventions have no word for what asks no model.
  return { provider: kind === 'agent' ? 'unknown' : 'none', operation };
}
