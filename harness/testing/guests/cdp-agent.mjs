/**
 * An agent that drives the browser itself, over DevTools: it sends the commands in its argument,
 * `[["Page.navigate", {"url": "..."}], ...]`, to the page, and does besides what its flags say.
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
// At once: what waits must not hold back what was sent before it.
if (flags.includes('--at-once'))
  await Promise.all(sent.map(([method, params]) => send(method, params, sessionId)));
else
  for (const [method, params] of sent)
    process.stdout.write(`${JSON.stringify(await send(method, params, sessionId))}\n`);
if (flags.includes('--closes')) await send('Browser.close');
const answer = flags.find((flag) => flag.startsWith('--answers='))?.slice('--answers='.length);
if (answer) writeFileSync(process.env.ANSWER_FILE, answer);
process.exit(0);
