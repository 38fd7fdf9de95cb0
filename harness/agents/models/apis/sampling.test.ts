import { expect, test } from 'vitest';
import { noModelOptions, noOptions } from '../../built-in-agent.ts';
import { findBuiltInAgent } from '../../index.ts';
import type { Api, ModelRequest, Quirk, Sampling } from './api.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { messages } from './messages.ts';
import { responses } from './responses.ts';

const request: ModelRequest = {
  ...{ model: 'm', maxTokens: 100, effort: null, system: 'Act.', tools: [], entries: [] },
  quirks: new Set(),
};

const build = (api: Api, sampling: Sampling | undefined, quirks: Quirk[] = []) =>
  api.build({ ...request, sampling, quirks: new Set(quirks) });

test('each API sends the settings of the sampler under its own names, and none without flags', () => {
  const both = { temperature: 0, seed: 7 };
  expect(build(chat, both)).toMatchObject({ temperature: 0, seed: 7 });
  expect(build(chat, both, ['random_seed'])).toMatchObject({ temperature: 0, random_seed: 7 });
  expect(build(gemini, both)).toMatchObject({ generationConfig: { maxOutputTokens: 100, ...both } });
  for (const api of [messages, responses])
    expect(build(api, { temperature: 0.5, seed: null })).toMatchObject({ temperature: 0.5 });
  for (const api of [chat, gemini, messages, responses])
    expect(JSON.stringify(build(api, undefined))).not.toMatch(/temperature|seed/);
});

test.each<[string, string, Sampling, RegExp | null]>([
  ['claude', 'claude-sonnet-5-5', { temperature: 0, seed: null }, /--temperature: the API messages/],
  ['claude', 'claude-haiku-4-5', { temperature: 0, seed: null }, null],
  ['claude', 'claude-haiku-4-5', { temperature: null, seed: 1 }, /--model-seed: the API messages/],
  ['openai', 'gpt-6.1-sol', { temperature: null, seed: 1 }, /--model-seed: the API responses/],
  ['gemini', 'gemini-3.8-flash', { temperature: 0, seed: 1 }, null],
])('%s %s with %j', async (adapter, name, sampling, why) => {
  const made = findBuiltInAgent(adapter).make({ ...noOptions, model: { ...noModelOptions, name, sampling } });
  if (why) await expect(made).rejects.toThrow(why);
  else expect((await made).spending?.sampling).toEqual(sampling);
});
