import type { Values } from '../wire/refusal.ts';
import type { Model } from '../wire/seen.ts';

/** Windows and efforts as seen in https://github.com/coder/xum/pull/4064 and https://github.com/BerriAI/litellm-docs/pull/1173. */
const thinker = { window: 1_050_000, maxOutput: 128_000, reasons: true };
const efforts = ['low', 'medium', 'high', 'xhigh', 'max'];

export const openaiModels: readonly Model[] = [
  { id: 'gpt-6-astra', ...thinker, efforts },
  { id: 'gpt-6.2-sol', ...thinker, efforts },
  { id: 'gpt-6.1-sol', ...thinker, efforts },
  { id: 'gpt-6.1-terra', ...thinker, efforts },
  { id: 'gpt-6-sol', ...thinker, efforts: ['none', ...efforts] },
  { id: 'gpt-6-luna', ...thinker, efforts: ['none', ...efforts] },
  { id: 'gpt-4.1', window: 1_047_576, maxOutput: 32_768, reasons: false },
];

export function openaiError({
  type,
  words,
  status: _,
  code = null,
  param = null,
}: { type: string; words: string; status: number } & Values) {
  return { error: { message: words, type, param, code } };
}
