/**
 * Stands in for the executable of a Chromium: whoever launches it is connected to a browser that runs already. Its
 * arguments are that browser's endpoint, the launcher's pid, and the launcher's flags for Chromium. It is copied to where
 * it is launched, so it needs nothing but Node.
 */
import { versionOf } from './browser.ts';
import { leave } from './leave.ts';
import { servePipe } from './serve-pipe.ts';
import { servePort } from './serve-port.ts';

/** How often it is looked whether the launcher still lives. */
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
      'found neither --remote-debugging-pipe nor --remote-debugging-port; nobody can be connected',
    );
  if (pipe !== null && !['', 'json', 'JSON'].includes(pipe))
    throw new Error(`--remote-debugging-pipe: found "${pipe}"; allowed is JSON alone`);
  if (port !== null && !/^\d{1,5}$/.test(port))
    throw new Error(`--remote-debugging-port: found "${port}"; allowed is a number`);
  if (pipe !== null) await servePipe(endpoint, version);
  if (port === null) return;
  const { isAlone } = await servePort(endpoint, version, {
    port: Number(port),
    profile: flagValue('--user-data-dir'),
    origins: flagValue('--remote-allow-origins')?.split(',') ?? [],
  });
  // Over a pipe a launcher's end is heard. At a port one that lives may come again, one that is gone may have a child that is connected.
  if (pipe === null)
    setInterval(() => {
      if (String(process.ppid) !== parent && isAlone()) leave(0, []);
    }, lookMs);
}

/** Null where the flag is not there, empty where it has no value. As Chromium reads them, the last one counts. */
function flagValue(name: string): string | null {
  const flag = flags.findLast((each) => each === name || each.startsWith(`${name}=`));
  return flag === undefined ? null : flag.slice(name.length + 1);
}
