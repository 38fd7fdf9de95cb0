/**
 * Runs in a network of its own: a page of the hermetic web tries what would leave the machine. Prints how many packets
 * the network's one interface sent, then how many after one was sent on purpose. An argument is taken out of the flags.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { openBrowser } from '../../browser/session.ts';
import { readFixtureSites } from '../../web/fixture-sites.ts';
import { openWeb } from '../../web/hermetic-web.ts';
import { sendPacket, sentPackets } from './count-packets.ts';

const attempts = `(async () => {
  const candidate = (text) => ({ candidate: text, sdpMid: '0', sdpMLineIndex: 0 });
  const one = new RTCPeerConnection({ iceServers: [{ urls: ['stun:192.0.2.7:3478', 'stun:stun.example.com'] }] });
  const other = new RTCPeerConnection();
  one.createDataChannel('x');
  await one.setLocalDescription(await one.createOffer());
  await other.setRemoteDescription(one.localDescription);
  await other.setLocalDescription(await other.createAnswer());
  await one.setRemoteDescription(other.localDescription);
  for (const host of ['abcdef12-1111-2222-3333-444455556666.local', '192.0.2.7', '224.0.0.251'])
    await one.addIceCandidate(candidate('candidate:1 1 udp 2130706431 ' + host + ' 50000 typ host')).catch(() => {});
  for (const url of ['http://192.0.2.7/', 'https://elsewhere.example/', 'http://printer.local/']) {
    new Image().src = url;
    navigator.sendBeacon(url);
    await fetch(url, { mode: 'no-cors' }).catch(() => {});
    const link = Object.assign(document.createElement('link'), { rel: 'preconnect', href: url });
    document.head.append(link);
  }
  new WebSocket('ws://192.0.2.7/');
  await new Promise((resolve) => setTimeout(resolve, 3000));
  return one.iceGatheringState;
})()`;

const folder = await mkdtemp(path.join(tmpdir(), 'cbt-'));
await writeFile(path.join(folder, 'index.html'), '');
const [without = ''] = process.argv.slice(2);
const web = await openWeb({ kind: 'hermetic', fixtureSites: await readFixtureSites([]) });
for (const [at, flag] of web.hermetic?.flags.entries() ?? [])
  if (without && web.hermetic) web.hermetic.flags[at] = flag.replace(`,${without}`, '');
const browser = await openBrowser(await findChromium(), web, {
  mark: `seal-${process.pid}`,
  viewport: { width: 400, height: 300 },
  sealed: true,
});
const { sessionId } = browser.watch.judgedTab() ?? {};
await browser.watch.cdp.send('Runtime.evaluate', { expression: attempts, awaitPromise: true }, sessionId);
await browser.end();
await web.close();
const before = sentPackets();
await sendPacket();
process.stdout.write(JSON.stringify({ before, after: sentPackets() }));
