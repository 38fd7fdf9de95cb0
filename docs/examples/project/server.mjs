// An MCP server with one tool: it opens a URL in the tab of the browser whose endpoint it is given.
import { createInterface } from 'node:readline';

const { webSocketDebuggerUrl } = await (await fetch(`${process.argv[2]}/json/version`)).json();
const socket = new WebSocket(webSocketDebuggerUrl);
await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
const waiting = new Map();
socket.addEventListener('message', ({ data }) => {
  const { id, result, error } = JSON.parse(data);
  waiting.get(id)?.(result ?? { errorText: error?.message });
});
let lastId = 0;
const send = (method, params, sessionId) => {
  socket.send(JSON.stringify({ id: ++lastId, method, params, sessionId }));
  return new Promise((resolve) => waiting.set(lastId, resolve));
};

async function navigate({ url }) {
  const { targetInfos } = await send('Target.getTargets', {});
  const { targetId } = targetInfos.find(({ type }) => type === 'page');
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const { errorText } = await send('Page.navigate', { url }, sessionId);
  return {
    content: [{ type: 'text', text: errorText ?? `opened ${url}` }],
    isError: errorText !== undefined,
  };
}

const inputSchema = { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] };
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'my-server', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [{ name: 'navigate', description: 'Opens a URL.', inputSchema }] }),
  'tools/call': ({ arguments: args }) => navigate(args),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = await answers[method]?.(params);
  const error = { code: -32601, message: `unknown method ${method}` };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) })}\n`);
}
