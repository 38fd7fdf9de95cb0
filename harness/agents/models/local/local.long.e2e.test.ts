import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thisProject } from '../../../cli/this-project.ts';
import { sha256 } from '../../../platform/digest.ts';
import { readSavedLines } from '../../../results/verify/read-saved.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { runIn } from '../../../testing/own-project.ts';
import { running, startedBy } from '../../../testing/processes.ts';
import { smallWeights } from '../../../testing/small-weights.ts';
import { grammarOf } from './answer-form.ts';
import { LocalMachine } from './local-machine.ts';
import { prepareWeights } from './prepare-weights.ts';
import type { Runtime } from './runtime/start-runtime.ts';
import { type StoredAnswer, whyNotOf } from './score-answers.ts';

// Nothing in it is undefined.
const env = { ...process.env } as Record<string, string>;
let machine: LocalMachine;
let runtime: Runtime;

beforeAll(async () => {
  const { file, runtime: installed } = await smallWeights(env);
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

test('from outside, the process of the runtime has no interface but a loopback, and no socket of a network', () => {
  const own = startedBy(process.pid);
  const [pid, ...others] = running('/serve.mjs').filter(
    (each) => own.includes(each) && commandOf(each) === process.execPath,
  );
  expect(others).toEqual([]);
  const linesOf = (name: string, head: number, of: number | string = pid ?? 0) =>
    readFileSync(`/proc/${of}/net/${name}`, 'utf8').trim().split('\n').slice(head);
  expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
  expect(linesOf('dev', 2).map((line) => line.trim().split(':')[0])).toEqual(['lo']);
  expect(linesOf('route', 1)).toEqual([]);
  for (const protocol of ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6'])
    expect(linesOf(protocol, 1), protocol).toEqual([]);
  // A connected socket belongs to the network of its client, and so do the pipes that it was started with.
  const unix = [...linesOf('unix', 1), ...linesOf('unix', 1, 'self')].map(
    (line) => line.trim().split(/\s+/)[6],
  );
  const sockets = readdirSync(`/proc/${pid}/fd`)
    .map((fd) => /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1])
    .filter((inode) => inode !== undefined);
  expect(sockets.length).toBeGreaterThan(0);
  for (const inode of sockets) expect(unix).toContain(inode);
});

function commandOf(pid: number): string | undefined {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0];
}

test('the prompt is the text of the template, with its first mark', async () => {
  const messages = [
    { role: 'system', content: 'Rules.' },
    { role: 'user', content: 'Goal.' },
  ];
  const turns = messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`).join('');
  const { promptSha256 } = await runtime.count({ messages, tools: [] });
  expect(promptSha256).toBe(sha256(`${turns}<|im_start|>assistant\n<tool_call>\n`));
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

const modelFile = 'smollm2-135m';

/** Plays a task with one worker. */
async function play() {
  const out = path.join(await folderOf(), 'out');
  const options = { suite: ['fixtures'], task: ['example-h1'], modelFile, maxSteps: 3 };
  const server = 'playwright+compact';
  const played = await runIn(
    thisProject.root,
    'run',
    { ...options, server, save: false, out },
    { env, project: thisProject },
  );
  const [run] = (played.data as { runs: { config: object }[] }).runs;
  const { trajectories } = await readSavedLines(out);
  const calls = trajectories.map(({ line }) => line?.trajectory.steps.map(({ call }) => call));
  return { out, run, calls };
}

let firstPlay: ReturnType<typeof play> | null = null;

/** The run that several tests look at. */
function played() {
  firstPlay ??= play();
  return firstPlay;
}

test('a run with --model-file is ranked, and its stored answers are verified', async () => {
  const { out, run } = await played();
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
    { folder: out, modelFile },
    { env, project: thisProject },
  );
  expect(verified).toMatchObject({ exitCode: 0, data: { findings: [] } });
});

test('two runs of one worker give the same calls', async () => {
  const { calls } = await played();
  expect(calls).toEqual([expect.arrayContaining([expect.objectContaining({ tool: expect.any(String) })])]);
  expect((await play()).calls).toEqual(calls);
});
