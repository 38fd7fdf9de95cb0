/**
 * An agent that plays the calls in its argument, `[["open", {"url": "..."}], ...]`, and does besides what its flags say.
 * Its doors are the two that an agent of one's own has: MCP_URL, or MCP_COMMAND with `--stdio`.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , calls = '[]', ...flags] = process.argv;
const has = (flag) => flags.includes(flag);
const said = flags.find((flag) => flag.startsWith('--says='))?.slice('--says='.length) ?? '42 metres';
let id = 0;
let session = '';

async function overHttp(message) {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  if (session) headers['mcp-session-id'] = session;
  const answer = await fetch(process.env.MCP_URL, { method: 'POST', headers, body: JSON.stringify(message) });
  session ||= answer.headers.get('mcp-session-id') ?? '';
  const text = await answer.text();
  const data = text.split('\n').find((line) => line.startsWith('data:'));
  return data ? JSON.parse(data.slice(5)) : null;
}

function bridge() {
  const child = spawn('sh', ['-c', `exec ${process.env.MCP_COMMAND}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  return (message) => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    return message.id === undefined ? null : new Promise((resolve) => waiting.set(message.id, resolve));
  };
}

const send = has('--stdio') ? bridge() : overHttp;
const ask = (method, params) => send({ jsonrpc: '2.0', id: ++id, method, params });
const call = ([name, args = {}]) => ask('tools/call', { name, arguments: args });

if (has('--stubborn')) process.on('SIGTERM', () => {});
if (has('--forks')) spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref();
if (has('--fails')) {
  process.stderr.write('no such model\n');
  process.exit(3);
}
await ask('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'agent', version: '1' },
});
await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
if (has('--broken')) await fetch(process.env.MCP_URL, { method: 'POST', body: '{"jsonrpc": 2.0, "id": ' });
if (has('--twice')) await Promise.all(JSON.parse(calls).map(call));
else
  for (const each of JSON.parse(calls))
    process.stdout.write(`${JSON.stringify((await call(each)).result)}\n`);
if (has('--after-done'))
  process.stdout.write(`AFTER ${JSON.stringify(await call(['open', { url: 'https://a.test/' }]))}\n`);
if (has('--crashes')) undefined.steps.push(calls);
if (has('--writes')) writeFileSync('large', Buffer.alloc(2 ** 30, 'x'));
if (has('--speaks'))
  for (let mb = 0; mb < 1024; mb++)
    if (!process.stdout.write('x'.repeat(2 ** 20)))
      await new Promise((go) => process.stdout.once('drain', go));
if (has('--never-ends')) setInterval(() => {}, 1000);
else {
  process.stdout.write(`I am through.\nANSWER: ${said}\n`);
  process.exit(0);
}
