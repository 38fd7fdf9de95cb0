/** Small servers that nothing can be played with, each for another reason: the first argument says which. */
import { spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';

const [kind] = process.argv.slice(2);

const missing = '/no/such/module.js';
if (kind === 'crashes') await import(missing);
if (kind === 'http') createServer(() => {}).listen(0, '127.0.0.1');
if (kind === 'says-http') {
  process.stdout.write('MCP server on http://localhost:8931/sse\n');
  setInterval(() => {}, 1000);
}

const tools = kind === 'opens-nothing' ? ['read_page', 'click'] : ['navigate'];

/** In place of a browser: a program that is called like one, and runs until it is ended. */
function launchBrowser() {
  const executable = path.join(process.env.TMPDIR, 'chrome');
  copyFileSync('/bin/sleep', executable);
  spawn(executable, ['300'], { detached: true, stdio: 'ignore' });
}

function call() {
  if (kind === 'own-browser') launchBrowser();
  const text = {
    'own-browser': 'navigated',
    'wants-browser': 'Could not find Chrome (ver. 131.0). Run npx puppeteer browsers install chrome',
    refuses: 'Unexpected end of JSON input',
  }[kind];
  return { content: [{ type: 'text', text }], isError: kind !== 'own-browser' };
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'unfit', version: '0.1.0' },
  }),
  'tools/list': () => ({
    tools: tools.map((name) => ({
      name,
      description: `${name} it`,
      inputSchema: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
    })),
  }),
  'tools/call': call,
};

if (!['http', 'says-http', 'silent'].includes(kind))
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (id === undefined) return;
      const result = answers[method]?.(params);
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
    })
    .on('close', () => process.exit(0));
else process.stdin.resume();
