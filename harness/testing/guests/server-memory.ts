/** Runs on its own: `<folder> <tool> <arguments> <times>` calls a tool of the guest, and says what that took. */
import { randomUUID } from 'node:crypto';
import { connectServer, prepareServer } from '../../servers/connect-server.ts';
import { type GuestFlag, guestServer } from './guest-server.ts';

const [folder = '', flags = '', tool = '', args = '{}', times = '1'] = process.argv.slice(2);
// Every flag is one of the guest's: tests name them.
const server = guestServer(...(flags.split(' ').filter(Boolean) as GuestFlag[]));
const attachment = { endpoint: 'http://127.0.0.1:1', port: 1, folder };
const before = process.resourceUsage().maxRSS;
let said = '';
try {
  const start = await prepareServer(server, { checkout: null, answers: [] }, `memory-${randomUUID()}`);
  const session = await connectServer(server, attachment, start, AbortSignal.timeout(60_000));
  said = session.version;
  try {
    for (let left = Number(times); left > 0; left -= 1)
      said = (await session.call(tool, JSON.parse(args))).text.slice(0, 200);
  } finally {
    await session.end();
  }
} catch (error) {
  said = String(error);
}
// `maxRSS` counts kilobytes.
const megabytes = (process.resourceUsage().maxRSS - before) / 1024;
process.stdout.write(JSON.stringify({ said, megabytes }));
