/**
 * Runs in a network of its own: a server that opens everything is measured, and then a packet is sent on purpose. Prints
 * how many packets the network's one interface sent before and after that packet, and how many addresses were answered.
 */
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { measureReach } from '../../experiments/reach/measure-reach.ts';
import { sendPacket, sentPackets } from './count-packets.ts';
import { guestServer } from './guest-server.ts';

const { cells } = await measureReach({
  server: guestServer('--opens-urls'),
  chromium: await findChromium(),
  hidden: { checkout: null, answers: [] },
  callLimitMs: 60_000,
});
const before = sentPackets();
await sendPacket();
const answered = cells.filter(({ verdict }) => verdict === 'answered').length;
process.stdout.write(JSON.stringify({ before, after: sentPackets(), answered }));
process.exit();
