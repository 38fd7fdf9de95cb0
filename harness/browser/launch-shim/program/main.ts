/**
 * Replaces the executable of a Chromium and connects its launcher to a browser that already runs. Its arguments are
 * that browser's endpoint, the launcher's pid, and the launcher's flags for Chromium. It is copied into the folder of
 * the launcher, so it needs only Node.
 */
import { versionOf } from './browser.ts';
import { leave } from './leave.ts';
import { servePipe } from './serve-pipe.ts';
import { servePort } from './serve-port.ts';

/** The interval of checks whether the launcher still lives. */
const lookMs = 500;

const [, , endpointText = '', parent = '', ...flags] = process.argv;

process.on('uncaughtException', (error) => leave(1, [], error.message));
await main();

async function main(): Promise<void> {
  const endpoint = new URL(endpointText);
  const version = await versionOf(endpoint);
  if (flags.includes('--version')) return void process.stdout.write(`Chromium ${version.number}\n`);
  if (flags.includes('--product-version')) return void process.stdout.write(`${version.number}\n`);
  const [pipe, port] = [flagValue('--remote-debugging-pipe'), flagValue('--remote-debugging-port')];
  if (pipe === null && port === null)
    throw new Error(
      'found neither --remote-debugging-pipe nor --remote-debugging-port; one of them is needed to connect',
    );
  if (pipe !== null && !['', 'json', 'JSON'].includes(pipe))
    throw new Error(`--remote-debugging-pipe: got "${pipe}"; expected JSON`);
  if (port !== null && !/^\d{1,5}$/.test(port))
    throw new Error(`--remote-debugging-port: got "${port}"; expected a number`);
  if (pipe !== null) await servePipe(endpoint, version);
  if (port === null) return;
  const { isAlone } = await servePort(endpoint, version, {
    port: Number(port),
    profile: flagValue('--user-data-dir'),
    origins: flagValue('--remote-allow-origins')?.split(',') ?? [],
  });
  // A closed pipe shows the launcher's end. At a port, a living launcher may reconnect, and a child of a dead one may
  // be connected.
  if (pipe === null)
    setInterval(() => {
      if (String(process.ppid) !== parent && isAlone()) leave(0, []);
    }, lookMs);
}

/** Null if the flag is missing, empty if it has no value. The last occurrence counts, as in Chromium. */
function flagValue(name: string): string | null {
  const flag = flags.findLast((each) => each === name || each.startsWith(`${name}=`));
  return flag === undefined ? null : flag.slice(name.length + 1);
}
