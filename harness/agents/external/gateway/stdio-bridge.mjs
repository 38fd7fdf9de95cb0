/**
 * An MCP server over standard streams that forwards every message to the HTTP server at the address in its argument,
 * and back. It runs in the agent's sandbox with any Node, so it has no dependencies.
 */
import process from 'node:process';

const [, , url = ''] = process.argv;
let session = '';

/**
 * Sends a message. Resolves on arrival with a function that passes the answer on.
 * @param {string} message
 */
async function forward(message) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session ? { 'mcp-session-id': session } : {}),
    },
    body: message,
  });
  if (session === '') {
    session = answer.headers.get('mcp-session-id') ?? '';
    if (session) void listen();
  }
  return () => pass(answer);
}

/** Messages that the server starts come over a separate stream. */
async function listen() {
  const headers = { accept: 'text/event-stream', 'mcp-session-id': session };
  await fetch(url, { headers })
    .then(pass)
    .catch(() => {});
}

/** @param {Response} answer */
async function pass(answer) {
  if (!answer.body) return;
  if (!answer.headers.get('content-type')?.includes('text/event-stream')) {
    const text = (await answer.text()).trim();
    if (text) process.stdout.write(`${text}\n`);
    return;
  }
  for await (const line of linesOf(answer.body)) {
    const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : '';
    if (data) process.stdout.write(`${data}\n`);
  }
}

/**
 * `node:readline` also splits at characters that are legal inside JSON.
 * @param {AsyncIterable<Uint8Array>} stream
 */
async function* linesOf(stream) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

/** @param {unknown} error */
function fail(error) {
  process.stderr.write(`${error}\n`);
  process.exit(1);
}

const answers = [];
for await (const line of linesOf(process.stdin)) {
  if (line.trim() === '') continue;
  // One at a time, so that they arrive in order.
  const passOn = await forward(line).catch(fail);
  // The first answer contains the session id.
  answers.push(passOn?.().catch(fail));
}
// A client that closes its output may still read.
await Promise.all(answers);
process.exit(0);
