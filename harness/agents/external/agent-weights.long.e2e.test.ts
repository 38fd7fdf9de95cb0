import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import type { Run } from '../../results/records/result.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { installedAgent } from '../../testing/installed-agent.ts';
import { runIn } from '../../testing/own-project.ts';
import { browserUse } from '../clis/browser-use.ts';
import { findRuntime, installRuntime } from '../models/local/runtime/install-runtime.ts';
import { findWeights, getWeights } from '../models/local/weights/get-weights.ts';
import { findInstalled } from './find-installed.ts';

// Nothing in it is undefined.
const env = { ...process.env } as Record<string, string>;
const script = fileURLToPath(new URL('../../testing/guests/chat-agent.mjs', import.meta.url));
const inProject = { env, project: thisProject };

// What is installed stays in its place, because other tests may use it at the same time.
beforeAll(async () => {
  if (!findRuntime(env)) await installRuntime(env);
});

/** A run of one task with these weights; `answers` are the stored ones. */
async function playWith(weights: string, flags: object) {
  await getWeights(findWeights(weights), { env });
  const out = path.join(await folderOf(), 'out');
  const fixed = { suite: ['fixtures'], task: ['example-h1'], modelFile: weights, save: false, out };
  const { data } = await runIn(thisProject.root, 'run', { ...fixed, maxSteps: 3, ...flags }, inProject);
  const [run] = (data as { runs: Run[] }).runs;
  if (!run) throw new Error('a run was played');
  const text = await readFile(path.join(out, 'local/example-h1.1.jsonl'), 'utf8').catch(() => '');
  const answers = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const output = await readFile(path.join(out, 'agents/example-h1.txt'), 'utf8');
  const verified = () => runIn(thisProject.root, 'verify', { folder: out, modelFile: weights }, inProject);
  return { run, answers, output, verified };
}

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    sizes: { type: 'array', items: { enum: ['s', 'm'] }, minItems: 1 },
  },
  required: ['city', 'sizes'],
};
const open = {
  type: 'function',
  function: {
    name: 'open',
    description: 'Opens a page.',
    parameters: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
  },
};
const messages = [{ role: 'user', content: 'Open https://example.com and name its city.' }];

test('an agent of chat completions plays with local weights, and each form of answer is verified', async () => {
  const requests = [
    { messages, tools: [open], max_tokens: 60 },
    { messages, tools: [open], tool_choice: 'required' },
    {
      messages,
      max_tokens: 40,
      response_format: { type: 'json_schema', json_schema: { name: 'a', schema } },
    },
    { messages, max_tokens: 30, stream: true, stream_options: { include_usage: true } },
  ];
  const agentCommand = `exec "${process.execPath}" "${script}" '${JSON.stringify(requests)}'`;
  const flags = { agentCommand, agentId: 'chat', door: 'cdp' };
  const { run, answers, output, verified } = await playWith('smollm2-135m', flags);
  expect(run).toMatchObject({
    config: {
      kind: 'agent',
      adapter: 'custom:chat',
      agent: { door: 'cdp' },
      rehearsal: false,
      workers: 1,
      model: { endpoint: 'local', maxTokens: 1024, local: { toolCalls: 'asked', network: 'none' } },
      limits: { local: { maxTokens: 12_000 } },
    },
    episodes: [{ status: 'failed', requests: 4, selfReport: true, usd: 0 }],
  });
  expect(run.config.toolChoice).toBeUndefined();
  expect(answers.map(({ form }) => form.kind)).toEqual(['calls_or_text', 'calls', 'json', 'text']);
  expect(JSON.parse(answers[1].text)).toMatchObject({ name: 'open', arguments: {} });
  if (answers[2].end === 'stop') expect(Object.keys(JSON.parse(answers[2].text))).toEqual(['city', 'sizes']);
  expect(output.match(/^200 /gm)).toHaveLength(4);
  expect(output).toContain('"object":"chat.completion.chunk"');
  expect(output).toContain('data: [DONE]');
  const { exitCode, data } = await verified();
  expect({ exitCode, data }).toMatchObject({ exitCode: 0, data: { findings: [] } });
});

test('a prompt that does not fit the context of the weights ends the episode with this reason', async () => {
  const long = [{ role: 'user', content: 'cheap words '.repeat(9000) }];
  const agentCommand = `exec "${process.execPath}" "${script}" '${JSON.stringify([{ messages: long }])}'`;
  const flags = { agentCommand, agentId: 'chat', door: 'cdp' };
  const { run, output } = await playWith('smollm2-135m', flags);
  expect(output).toMatch(/^400 .*the prompt has \d+ tokens; the context has 8192/m);
  expect(run.episodes).toMatchObject([{ status: 'context_full', requests: 0 }]);
});

test('browser-use plays a task to its end with local weights, whose answers are verified', async () => {
  if (!(await findInstalled(browserUse, env)) && (await installedAgent(browserUse)) === '') return;
  const { run, answers, verified } = await playWith('qwen2.5-coder-0.5b', { agent: 'browser-use' });
  const [episode] = run.episodes;
  expect(['passed', 'failed', 'max_steps', 'budget_exceeded', 'context_full']).toContain(episode?.status);
  expect(episode).toMatchObject({ requests: answers.length, connected: true });
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.every(({ form }) => form.kind === 'json')).toBe(true);
  const { exitCode, data } = await verified();
  expect({ exitCode, data }).toMatchObject({ exitCode: 0, data: { findings: [] } });
});
