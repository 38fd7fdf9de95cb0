/**
 * An MCP server over standard streams that hands every message to the one over HTTP that its argument names, and back.
 * It runs where the agent does, by whatever Node is there, so it stands alone.
 */
import process from 'node:process';

const [, , url = ''] = process.argv;
let session = '';

/**
 * Resolves once the message has arrived, with what passes its answer on.
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

/** What the server says by itself comes over a stream of its own. */
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
 * `node:readline` also ends a line at characters that a JSON text may hold.
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
  // One after the other, so that they arrive in the order in which they were sent.
  const passOn = await forward(line).catch(fail);
  // The first answer brings the session.
  answers.push(passOn?.().catch(fail));
}
// Who closes its output may still read.
await Promise.all(answers);
process.exit(0);
