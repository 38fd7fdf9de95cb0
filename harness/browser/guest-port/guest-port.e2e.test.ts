import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Gate, openGuestPort } from './guest-port.ts';
import { frameOf, opcodes } from './message-reader.ts';

const news = { inFront() {}, opened() {}, watched: async () => {}, ended() {} };

test('a closed connection of a guest is closed at the browser too, after its last messages', async () => {
  const browser = createServer();
  const upgraded = once(browser, 'upgrade');
  await once(browser.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void browser.close());
  const { port } = browser.address() as AddressInfo;
  const door = await openGuestPort(port, { news, gate: new Gate() });
  onTestFinished(() => door.close());

  const guest = connect({ host: '127.0.0.1', port: door.port });
  guest.write(
    'GET /devtools/browser/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  const [, talk, first] = (await upgraded) as [unknown, Socket, Buffer];
  const said = [first];
  talk.on('data', (bytes: Buffer) => said.push(bytes));
  const left = once(talk, 'end');
  guest.end(frameOf(opcodes.text, Buffer.from('{"id":1}'), { masked: true }));
  await left;
  expect(Buffer.concat(said).toString()).toContain('{"id":1}');
  talk.end();
  await once(guest, 'close');
});
