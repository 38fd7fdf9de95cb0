/** An agent that speaks the Agent Client Protocol and plays the calls in its argument, `[["open", {"url": "..."}], ...]`. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [, , calls = '[]', ...flags] = process.argv;
const has = (flag) => flags.includes(flag);
const said = flags.find((flag) => flag.startsWith('--says='))?.slice('--says='.length) ?? '42 metres';
let mcp;

/** Sends a request to who reads and writes lines, and gives its answer. */
function peer(input, output, take = () => {}) {
  const waiting = new Map();
  let id = 0;
  createInterface({ input: output }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.method) take(message);
    else waiting.get(message.id)?.(message.result);
  });
  const write = (message) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method, params) => {
    write({ id: ++id, method, params });
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  return { write, ask };
}

const client = peer(process.stdout, process.stdin, async ({ id, method, params }) => {
  const result = await handlers[method](params).catch((error) => error);
  if (result instanceof Error) client.write({ id, error: { code: -32603, message: result.message } });
  else client.write({ id, result });
});
const say = (sessionId, update) => client.write({ method: 'session/update', params: { sessionId, update } });

const handlers = {
  initialize: async () => ({ protocolVersion: 1, agentCapabilities: {} }),
  'session/new': async ({ mcpServers: [{ command, args }] }) => {
    const { stdin, stdout } = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    mcp = peer(stdin, stdout);
    await mcp.ask('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'agent', version: '1' },
    });
    return { sessionId: 'one' };
  },
  'session/prompt': async ({ sessionId, prompt }) => {
    if (has('--fails')) throw new Error('no such model');
    if (has('--leaves')) process.exit(3);
    for (const [name, args] of JSON.parse(calls)) {
      const toolCall = { toolCallId: name, title: name, status: 'pending' };
      say(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Now this. ' } });
      say(sessionId, { sessionUpdate: 'tool_call', ...toolCall });
      const options = [
        { optionId: 'no', name: 'No', kind: 'reject_once' },
        { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      ];
      const { outcome } = await client.ask('session/request_permission', { sessionId, toolCall, options });
      if (outcome.optionId === 'yes') await mcp.ask('tools/call', { name, arguments: args });
    }
    for (const text of [
      'I read: ',
      prompt[0].text.includes('Goal') ? 'a goal.\nANS' : 'nothing.',
      `WER: ${said}`,
    ])
      say(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
    return { stopReason: 'end_turn' };
  },
};

if (has('--broken')) process.stdout.write('Welcome!\n{"jsonrpc": 2\n');
if (has('--stubborn')) setInterval(() => {}, 1000);
else process.stdin.on('end', () => process.exit(0));
