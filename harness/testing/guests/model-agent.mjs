/**
 * An agent that asks a model of Anthropic's API what to do, until that calls no tool, and says at its end what it used.
 * `--hides`: it leaves its first request out of that. `--insists`: it asks again where it is refused.
 */
const hides = process.argv.includes('--hides');
const insists = process.argv.includes('--insists');
const { MCP_URL, ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY, MODEL, GOAL } = process.env;
let session = '';
let id = 0;

async function mcp(method, params) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  if (session) headers['mcp-session-id'] = session;
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params });
  const answer = await fetch(MCP_URL, { method: 'POST', headers, body });
  session ||= answer.headers.get('mcp-session-id') ?? '';
  const line = (await answer.text()).split('\n').find((each) => each.startsWith('data:'));
  return JSON.parse(line?.slice(5) ?? '{}').result;
}

async function ask(messages, tools) {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${ANTHROPIC_BASE_URL}/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': ANTHROPIC_API_KEY,
        'anthropic-version': '2023-06-01',
      },
      body: JSON.stringify({ model: MODEL, max_tokens: 1000, messages, tools }),
    });
    if (answer.ok) return answer.json();
    if (!insists || tries === 20) throw new Error(`${answer.status} ${await answer.text()}`);
  }
}

await mcp('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'm', version: '1' },
});
const listed = (await mcp('tools/list', {})).tools;
const tools = listed.map(({ name, description = '', inputSchema }) => ({
  name,
  description,
  input_schema: inputSchema,
}));
const messages = [{ role: 'user', content: GOAL }];
const used = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
for (let number = 1; ; number++) {
  const { content, usage } = await ask(messages, tools);
  if (number > 1 || !hides) {
    used.input += usage.input_tokens;
    used.output += usage.output_tokens;
  }
  // Said at each turn: after `done` there may be no time for it.
  process.stdout.write(`${JSON.stringify(used)}\n`);
  const calls = content.filter(({ type }) => type === 'tool_use');
  if (calls.length === 0) break;
  messages.push({ role: 'assistant', content });
  const answers = [];
  for (const { id: callId, name, input } of calls) {
    const { content: said } = await mcp('tools/call', { name, arguments: input });
    answers.push({ type: 'tool_result', tool_use_id: callId, content: said });
  }
  messages.push({ role: 'user', content: answers });
}
