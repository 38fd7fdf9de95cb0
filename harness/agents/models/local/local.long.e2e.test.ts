import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thisProject } from '../../../cli/this-project.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { runIn } from '../../../testing/own-project.ts';
import { grammarOf } from './answer-form.ts';
import { LocalMachine } from './local-machine.ts';
import { prepareWeights } from './prepare-weights.ts';
import { installRuntime, neededRuntime } from './runtime/install-runtime.ts';
import type { Runtime } from './runtime/start-runtime.ts';
import { type StoredAnswer, whyNotOf } from './score-answers.ts';
import { findWeights, getWeights } from './weights/get-weights.ts';

// Nothing in it is undefined.
const env = { ...process.env } as Record<string, string>;
let machine: LocalMachine;
let runtime: Runtime;

beforeAll(async () => {
  const file = await getWeights(findWeights('smollm2-135m'), { env });
  const installed = await installRuntime(env).then(() => neededRuntime(env));
  // One thread, because threads that wait for each other are slow on a busy machine.
  machine = new LocalMachine(installed, { ...(await prepareWeights(file, '/', env)), threads: 1 }, env);
  await machine.start();
  runtime = await machine.started();
});

afterAll(() => machine?.end());

const tools = [
  {
    type: 'function',
    function: {
      name: 'type',
      description: 'Types a text into a field of the page.',
      parameters: {
        type: 'object',
        properties: { field: { type: 'string' }, text: { type: 'string' } },
        required: ['field', 'text'],
      },
    },
  },
];

async function answerOf(topic: string, seed: string): Promise<StoredAnswer> {
  const conversation = {
    messages: [
      { role: 'system', content: 'You operate a web browser through tools.' },
      { role: 'user', content: `Write a short sentence about ${topic} into the field Comment.` },
    ],
    tools,
  };
  const { sampling } = machine.weights;
  const asked = { conversation, grammar: grammarOf(tools), sampling, maxTokens: 80, seed };
  const answer = await runtime.complete(asked);
  if ('full' in answer) throw new Error('the prompt is short');
  return { request: 0, conversation, sampling, ...answer };
}

const topics = [
  'rivers',
  'trains',
  'bread',
  'winter',
  'maps',
  'music',
  'horses',
  'islands',
  'glass',
  'clocks',
];
const words = ['garden', 'seven', 'quickly', 'Berlin', 'green', 'never', 'window', 'cheap', 'north', 'paper'];

test('the runtime has no network and maps the file that was hashed', () => {
  expect(machine.record('grammar')).toMatchObject({
    network: 'none',
    toolCalls: 'grammar',
    runtime: { backend: 'cpu' },
  });
});

test('every answer is a call of a tool, and one seed gives one answer', async () => {
  const one = await answerOf('rivers', 'a');
  expect(JSON.parse(one.text)).toMatchObject({ name: 'type' });
  expect((await answerOf('rivers', 'a')).text).toBe(one.text);
});

test('answers of the weights pass, and of 100 with one changed word at least 95 do not', async () => {
  let honest = 0;
  let found = 0;
  for (const [index, topic] of topics.entries()) {
    const answer = await answerOf(topic, `seed ${index}`);
    if ((await whyNotOf(runtime, answer)) === null) honest += 1;
    for (const word of words) {
      const inside = [...answer.text.matchAll(/[a-zA-Z]{3,}/g)].filter(({ index: at }) => at > 40);
      const chosen = inside[(index + words.indexOf(word)) % Math.max(1, inside.length)];
      if (!chosen) throw new Error(`a sentence has words: ${answer.text}`);
      const text = `${answer.text.slice(0, chosen.index)}${word}${answer.text.slice(chosen.index + chosen[0].length)}`;
      const tokens = await runtime.tokenize(text);
      if ((await whyNotOf(runtime, { ...answer, text, tokens })) !== null) found += 1;
    }
  }
  expect(honest).toBe(topics.length);
  expect(found).toBeGreaterThanOrEqual(95);
});

test('a run with --model-file is ranked, and its stored answers are verified', async () => {
  const out = path.join(await folderOf(), 'out');
  const options = { suite: ['fixtures'], task: ['example-h1'], modelFile: 'smollm2-135m', maxSteps: 2 };
  const played = await runIn(
    thisProject.root,
    'run',
    { ...options, save: false, out },
    { env, project: thisProject },
  );
  const [run] = (played.data as { runs: { config: object }[] }).runs;
  expect(run).toMatchObject({
    config: {
      adapter: 'local',
      rehearsal: false,
      toolChoice: 'required',
      workers: 1,
      model: { endpoint: 'local', local: { quantisation: 'Q4_1', network: 'none' } },
      limits: { local: { maxTokens: 12_000 } },
    },
  });
  const verified = await runIn(
    thisProject.root,
    'verify',
    { folder: out, modelFile: 'smollm2-135m' },
    { env, project: thisProject },
  );
  expect(verified).toMatchObject({ exitCode: 0, data: { findings: [] } });
});
