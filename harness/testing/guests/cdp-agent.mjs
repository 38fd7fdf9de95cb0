/**
 * An agent that drives the browser itself, over DevTools: it sends the commands in its argument,
 * `[["Page.navigate", {"url": "..."}], ...]`, to the page, and does besides what its flags say. In a command,
 * `"$id"`, `$session` and `$target` are filled in; `raw` sends a text as it is, `http` asks the endpoint, and a third member names
 * the part of the answer that `"$kept"` stands for from then on.
 */
import { writeFileSync } from 'node:fs';

const [, , commands = '[]', ...flags] = process.argv;
const socket = new WebSocket(process.env.BROWSER_WS);
await new Promise((resolve) => socket.addEventListener('open', resolve));
const waiting = new Map();
let id = 0;
socket.addEventListener('message', ({ data }) => {
  const { id: of, result, error } = JSON.parse(data);
  waiting.get(of)?.(result ?? error);
});
function send(method, params, sessionId) {
  socket.send(JSON.stringify({ id: ++id, method, params, sessionId }));
  return new Promise((resolve) => waiting.set(id, resolve));
}

const { targetInfos } = await send('Target.getTargets');
const { targetId } = targetInfos.find(({ type }) => type === 'page');
const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
await send('Runtime.enable', {}, sessionId);
const sent = JSON.parse(commands);
let kept;
async function play([method, params]) {
  const filled = JSON.stringify(params)
    .replaceAll('"$kept"', JSON.stringify(kept))
    .replaceAll('$target', targetId);
  if (method === 'http') {
    const { verb, path } = JSON.parse(filled);
    return (await fetch(new URL(path, process.env.CDP_URL), { method: verb })).json();
  }
  if (method !== 'raw') return send(method, JSON.parse(filled), sessionId);
  const { text, pad = 0 } = params;
  socket.send(' '.repeat(pad) + text.replaceAll('"$id"', ++id).replaceAll('$session', sessionId));
  return new Promise((resolve) => waiting.set(id, resolve));
}
// At once: what waits must not hold back what was sent before it.
if (flags.includes('--at-once'))
  await Promise.all(
    sent.map(([method, params]) => {
      const answer = send(method, params, sessionId);
      // Chromium never answers a screenshot that a navigation overtakes.
      return method === 'Page.captureScreenshot' ? null : answer;
    }),
  );
else
  for (const command of sent) {
    const answer = await play(command);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    const [part] = command.slice(2);
    if (part) kept = answer[part];
  }
if (flags.includes('--closes')) await send('Browser.close');
const answer = flags.find((flag) => flag.startsWith('--answers='))?.slice('--answers='.length);
if (answer) writeFileSync(process.env.ANSWER_FILE, answer);
process.exit(0);
