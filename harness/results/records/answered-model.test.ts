import { expect, test } from 'vitest';
import { exampleModel, exampleRun } from '../examples/example-run.ts';
import { otherModelOf, withAnswer } from './answered-model.ts';

const answered = (asked: string, answered: string | null, kind: 'model' | 'agent' = 'model') =>
  otherModelOf({ kind, model: { ...exampleModel(asked), answered } });

test.each([
  ['gpt-6.1-sol', 'gpt-6.1-sol'],
  ['gpt-4.1', 'gpt-4.1-2025-04-14'],
  ['claude-haiku-4-5', 'claude-haiku-4-5-20251001'],
  ['gemini-3.8-flash', 'models/gemini-3.8-flash-001'],
  ['mistral-medium-latest', 'mistral-medium-2604'],
  ['anthropic/claude-sonnet-5.5', 'anthropic/claude-5.5-sonnet-20261001'],
  ['gemini-3.1-pro', 'gemini-3.1-pro-preview'],
  ['qwen/qwen3.8-max:free', 'qwen3.8-max'],
])('%s is the model that answers as %s', (asked, name) => {
  expect(answered(asked, name)).toBeNull();
});

test.each([
  ['gpt-6-sol', 'gpt-6-luna'],
  ['gpt-5', 'gpt-5-mini'],
  ['gpt-4.1', 'gpt-4.2'],
  ['deepseek-chat', 'deepseek-v4-flash'],
  ['claude-sonnet-5-5', 'claude-sonnet-5'],
])('%s is another model than %s', (asked, name) => {
  expect(answered(asked, name)).toBe(name);
});

test('an API that names no model shows nothing, and an agent may ask other models beside its own', () => {
  expect(answered('gpt-6-sol', null)).toBeNull();
  expect(answered('gpt-6-sol', 'gpt-6-luna, gpt-6-sol')).toBe('gpt-6-luna');
  expect(answered('gpt-6-sol', 'gpt-6-luna, gpt-6-sol', 'agent')).toBeNull();
  expect(answered('gpt-6-sol', 'gpt-6-luna', 'agent')).toBe('gpt-6-luna');
});

test('a run has all models that answered it, and another one than the requested makes it a rehearsal', () => {
  const { config } = exampleRun({ config: { kind: 'model', model: 'm' } });
  const asked = { ...config, model: { ...exampleModel('gpt-4.1'), answered: null } };
  expect(withAnswer(asked, null)).toEqual(asked);
  const dated = withAnswer(asked, 'gpt-4.1-2025-04-14');
  expect(dated).toEqual({ ...asked, model: { ...asked.model, answered: 'gpt-4.1-2025-04-14' } });
  const both = withAnswer(withAnswer(dated, 'gpt-4.1'), 'gpt-4.1');
  expect(both.model?.answered).toBe('gpt-4.1, gpt-4.1-2025-04-14');
  expect(withAnswer(dated, 'gpt-4.2')).toMatchObject({
    rehearsal: true,
    model: { answered: 'gpt-4.1-2025-04-14, gpt-4.2' },
  });
  const without = { ...config, model: null };
  expect(withAnswer(without, 'gpt-4.1')).toEqual(without);
});
