// An agent that drives the browser itself: it follows the links that its arguments name, one after the other.
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const [, , ...names] = process.argv;
const socket = new WebSocket(process.env.BROWSER_WS);
await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
const waiting = new Map();
socket.addEventListener('message', ({ data }) => {
  const { id, result, error } = JSON.parse(data);
  waiting.get(id)?.(result ?? { error });
});
let lastId = 0;
const send = (method, params, sessionId) => {
  socket.send(JSON.stringify({ id: ++lastId, method, params, sessionId }));
  return new Promise((resolve) => waiting.set(lastId, resolve));
};

const { targetInfos } = await send('Target.getTargets', {});
const { targetId } = targetInfos.find(({ type }) => type === 'page');
const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
for (const name of names) {
  const expression = `[...document.links].find((link) => link.textContent === ${JSON.stringify(name)})?.href`;
  for (;;) {
    const { result } = await send('Runtime.evaluate', { expression }, sessionId);
    if (result.value) {
      await send('Page.navigate', { url: result.value }, sessionId);
      break;
    }
    await delay(100);
  }
}
writeFileSync(process.env.ANSWER_FILE, JSON.stringify({ success: true, answer: '' }));
process.exit(0);
