import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AgentStart } from './agent.ts';
import { agents, findAgent } from './index.ts';

const start: AgentStart = {
  door: 'mcp',
  cdp: null,
  answerFile: '/an/answer.txt',
  prompt: 'Goal: "quoted"\nand $HOME',
  goal: 'Get there.',
  startUrl: 'https://a.test/',
  model: 'some-model',
  gateway: {
    url: 'http://127.0.0.1:1/token/mcp',
    command: ['/usr/bin/node', '/x/bridge.mjs', 'http://127.0.0.1:1/'],
  },
  proxy: { url: 'http://127.0.0.1:2', placeholder: 'cb-placeholder' },
  home: '/x/home',
  folder: '/x/work',
  maxSteps: 20,
};

test('the ids of agents are unique, and the error for an unknown one has the list', () => {
  expect(new Set(agents.map(({ id }) => id)).size).toBe(agents.length);
  expect(() => findAgent('nobody')).toThrow(/unknown agent "nobody"; there is claude-code, codex/);
});

/** The package.json of a library. */
const found = '/x/node_modules/it/package.json';

/** Each agent with each of its interfaces. */
const ways = agents.flatMap((agent) => agent.doors.map((door) => ({ id: agent.id, door, agent })));

describe.each(ways)('$id over $door', ({ door, agent }) => {
  const { package: wanted, files, args, env, readEnd } = agent;
  const url = 'http://127.0.0.1:3';
  const cdp = { url, ws: 'ws://127.0.0.1:3/browser', chromium: '/x/chromium', counts: `${url}/counts` };
  const own: AgentStart = { ...start, door, cdp: door === 'cdp' ? cdp : null };
  const all = JSON.stringify([files(own), args(own, found), env(own)]);

  test('is pinned to one version of its package', () => {
    expect(wanted.version).toMatch(/^\d+\.\d+\.\d+$/);
    if ('node' in wanted) expect(wanted.node).toMatch(/^\d+\.\d+\.\d+$/);
    else
      expect(readFileSync(wanted.lock, 'utf8')).toContain(
        `\n${wanted.name}==${wanted.version} \\\n    --hash=sha256:`,
      );
  });

  test('gets its prompt, model, interface and model proxy, and its files stay in its home', () => {
    // With ACP the prompt is sent once it listens.
    if (door !== 'acp') expect(all).toContain(JSON.stringify(start.prompt).slice(1, -1));
    for (const part of [start.model, start.proxy.url, start.proxy.placeholder]) expect(all).toContain(part);
    const ofGateway = all.includes(start.gateway.url) || all.includes('/x/bridge.mjs');
    // With ACP a message names the gateway.
    expect([ofGateway, all.includes(cdp.ws)]).toEqual([door === 'mcp', door === 'cdp']);
    for (const name of Object.keys(files(own))) expect(name).toMatch(/^(?!\/)(?!.*\.\.)/);
  });

  test('an empty output leaves everything unknown', () => {
    for (const output of ['', 'not JSON {', '{"type": 7}', '[1, null]', '{"usage": []}\n{'])
      expect(readEnd(output).claimed).toBeNull();
  });
});

const browserUseEnd =
  '{"type":"result","completed":true,"success":true,"answer":"42","steps":3,"usage":{"requests":3,"prompt_tokens":40,"cached_tokens":10,"completion_tokens":8},"error":null}';

/** In the output format of the pinned versions, reduced to the fields that are read. */
const samples: Readonly<Record<string, [output: string, words: string | null, tokens: number | null]>> = {
  'claude-code': [
    '{"type":"result","subtype":"success","is_error":false,"num_turns":3,"result":"It is there.\\nANSWER: 42","usage":{"input_tokens":3,"cache_creation_input_tokens":2833,"cache_read_input_tokens":2774,"output_tokens":36}}',
    'It is there.\nANSWER: 42',
    5646,
  ],
  codex: [
    '{"type":"thread.started","thread_id":"t"}\n{"type":"item.completed","item":{"id":"item_2","type":"agent_message","text":"ANSWER: 42"}}\n{"type":"turn.completed","usage":{"input_tokens":6900,"cached_input_tokens":6784,"output_tokens":36,"reasoning_output_tokens":0}}',
    'ANSWER: 42',
    6936,
  ],
  'gemini-cli': [
    'Loaded cached credentials.\n{"type":"message","role":"user","content":"Goal"}\n{"type":"message","role":"assistant","content":"Now there.","delta":true}\n{"type":"tool_result","status":"success","output":"opened"}\n{"type":"message","role":"assistant","content":"ANSWER","delta":true}\n{"type":"message","role":"assistant","content":": 42","delta":true}\n{"type":"result","status":"success","stats":{"total_tokens":14114,"input_tokens":14086,"output_tokens":28,"cached":6990,"input":7096,"duration_ms":127,"tool_calls":1}}',
    'ANSWER: 42',
    14114,
  ],
  'qwen-code': [
    '[{"type":"system","subtype":"init"},{"type":"result","subtype":"success","result":"ANSWER: 42","usage":{"input_tokens":12638,"output_tokens":17,"cache_read_input_tokens":38}}]',
    'ANSWER: 42',
    12655,
  ],
  opencode: [
    '{"type":"text","part":{"type":"text","text":"ANSWER: 42"}}\n{"type":"step_finish","part":{"reason":"stop","tokens":{"total":5051,"input":5035,"output":16,"reasoning":0,"cache":{"write":0,"read":0}}}}',
    'ANSWER: 42',
    5051,
  ],
  'browser-use': [browserUseEnd, 'ANSWER: 42', 48],
  'browser-use-vision': [browserUseEnd, 'ANSWER: 42', 48],
  magnitude: [
    '{"type":"result","success":true,"answer":"42","steps":3,"usage":{"input":40,"output":8},"error":null}',
    'ANSWER: 42',
    48,
  ],
  stagehand: [
    '{"type":"result","completed":true,"message":"It is there.\\nANSWER: 42","usage":{"input_tokens":98,"output_tokens":31,"reasoning_tokens":0,"cached_input_tokens":3841,"inference_time_ms":590}}',
    'It is there.\nANSWER: 42',
    3970,
  ],
  cline: [
    '{"type":"agent_event","event":{"type":"iteration_end"}}\n{"type":"run_result","finishReason":"completed","usage":{"inputTokens":12718,"outputTokens":34,"cacheReadTokens":0,"cacheWriteTokens":0},"text":"ANSWER: 42"}',
    'ANSWER: 42',
    12752,
  ],
};

test.each(agents)('the final output of $id is read', ({ id, readEnd }) => {
  const [output, words, tokens] = samples[id] ?? ['', null, null];
  const end = readEnd(output);
  expect(end.words).toBe(words);
  const { claimed } = end;
  const sum = claimed && claimed.input + claimed.output + claimed.cacheRead + claimed.cacheWrite;
  expect(sum).toBe(tokens);
});
