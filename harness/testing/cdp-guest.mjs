/**
 * A small MCP server in plain JSON-RPC over stdio, a guest on the browser at the endpoint that it is given. It can be
 * told to misbehave: by flags while starting, by its tools later.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [endpoint = '', ...flags] = process.argv.slice(2);
const has = (flag) => flags.includes(flag);

if (has('--dies-at-once')) {
  process.stderr.write('no screen found\n');
  process.exit(3);
}
if (has('--stubborn')) for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
if (has('--leaves-a-daemon')) spawn('setsid', ['sleep', '300'], { stdio: 'ignore' }).unref();

let socket;
const waiting = new Map();
let lastId = 0;

async function send(method, params = {}, sessionId = undefined) {
  if (!socket) {
    const { webSocketDebuggerUrl } = await (await fetch(`${endpoint}/json/version`)).json();
    socket = new WebSocket(webSocketDebuggerUrl);
    socket.addEventListener('message', ({ data }) => {
      const { id, result, error } = JSON.parse(data);
      waiting.get(id)?.(error ? Promise.reject(new Error(error.message)) : result);
      waiting.delete(id);
    });
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  }
  lastId += 1;
  const id = lastId;
  const answer = new Promise((resolve) => waiting.set(id, resolve));
  socket.send(JSON.stringify({ id, method, params, sessionId }));
  return answer;
}

const sessions = new Map();

/** The session of the tab whose URL holds the text, else of the newest tab. */
async function sessionOf(tab) {
  const { targetInfos } = await send('Target.getTargets');
  const pages = targetInfos.filter(({ type }) => type === 'page');
  const { targetId } = (tab && pages.find(({ url }) => url.includes(tab))) || pages[0];
  if (!sessions.has(targetId)) {
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    await send('Page.enable', {}, sessionId);
    sessions.set(targetId, sessionId);
  }
  return { targetId, sessionId: sessions.get(targetId) };
}

const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const tools = {
  open: async ({ url, tab }) => {
    const { sessionId } = await sessionOf(tab);
    const { errorText } = await send('Page.navigate', { url }, sessionId);
    return { ...text(errorText ?? `opened ${url}`), isError: errorText !== undefined };
  },
  run: async ({ script, tab }) => {
    const { sessionId } = await sessionOf(tab);
    const options = { expression: script, awaitPromise: true, userGesture: true, returnByValue: true };
    const { result } = await send('Runtime.evaluate', options, sessionId);
    return text(JSON.stringify(result.value) ?? 'undefined');
  },
  start: async ({ script, tab }) => {
    const { sessionId } = await sessionOf(tab);
    void send('Runtime.evaluate', { expression: script, userGesture: true }, sessionId);
    return text('started');
  },
  cdp: async ({ method, params, onTab }) => {
    const { sessionId } = onTab ? await sessionOf() : {};
    return text(JSON.stringify(await send(method, params ?? {}, sessionId)));
  },
  wait: async ({ ms }) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return text('waited');
  },
  say: async (what) => what,
  fail: async () => ({ ...text('it did not work'), isError: true }),
  never: () => new Promise(() => {}),
  die: async ({ words }) => {
    process.stderr.write(`${words}\n`);
    process.exit(1);
  },
  long: async ({ length }) => text('x'.repeat(length)),
  picture: async () => ({ content: [{ type: 'image', data: onePixel, mimeType: 'image/png' }] }),
  fetch_it: async ({ url }) => text(await (await fetch(url)).text()),
  grow: async () => {
    tools.grown = async () => text('a tool that came late');
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })}\n`,
    );
    return text('grew');
  },
  environment: async () => text(JSON.stringify(process.env)),
};

async function answer(method, params) {
  if (method === 'initialize') {
    if (has('--never-starts')) return new Promise(() => {});
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: { listChanged: true } },
      ...(has('--instructs') ? { instructions: 'Look before you click.' } : {}),
      serverInfo: { name: 'cdp-guest', version: '1.2.3' },
    };
  }
  if (method === 'tools/list') {
    const names = Object.keys(tools);
    const schema = { type: 'object', properties: { url: { type: 'string' } } };
    // Two pages, so that the cursor is followed.
    const page = params?.cursor ? names.slice(3) : names.slice(0, 3);
    return {
      tools: page.map((name) => ({ name, description: `${name} it`, inputSchema: schema })),
      ...(params?.cursor ? {} : { nextCursor: 'rest' }),
    };
  }
  if (method === 'ping') return {};
  const tool = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined;
  if (!tool) throw new Error(`unknown tool ${params.name}`);
  return tool(params.arguments ?? {});
}

const lines = createInterface({ input: process.stdin });
lines.on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (has('--junk')) process.stdout.write('Listening on stdio {\n\n[1,2]\n');
  try {
    const result = await answer(method, params);
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  } catch (error) {
    const refusal = { code: -32602, message: error.message };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: refusal })}\n`);
  }
});
lines.on('close', () => {
  if (!has('--stubborn')) process.exit(0);
  setInterval(() => {}, 1000);
});
