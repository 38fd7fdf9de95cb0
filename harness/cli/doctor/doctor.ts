import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import packageJson from '../../../package.json' with { type: 'json' };
import { priceTable, staleIn } from '../../agents/models/proxy/prices.ts';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { readPage } from '../../browser/read-page.ts';
import { openBrowser } from '../../browser/session.ts';
import { sightOf } from '../../platform/confine/places.ts';
import { temporaryFolder } from '../../platform/confine/temporary-folder.ts';
import { cacheFolder } from '../../platform/files/cache-folder.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { whyUnconfined } from '../../run/episode/open-stage.ts';
import { checkInstalled } from '../../servers/connect-server.ts';
import { describeOrigin, servers } from '../../servers/index.ts';
import { openWeb } from '../../web/hermetic-web.ts';
import { thisProject } from '../this-project.ts';

type Finding = { name: string; ok: boolean; what: string };

/** `needs`: checks that must pass before this one is informative. */
type Examination = { name: string; needs?: readonly string[]; look: () => Promise<string> };

const minFreeBytes = 500 * 2 ** 20;

/** Checks everything that a run needs on this machine; `well` is false if something would stop a run. */
export async function doctor(env: NodeJS.ProcessEnv): Promise<{
  lines: string[];
  ok: boolean;
  found: Finding[];
}> {
  const examinations: Examination[] = [
    { name: 'contract-bench', look: async () => packageJson.version },
    { name: 'node', look: async () => process.version },
    { name: 'loopback', look: loopback },
    { name: 'disk', look: () => disk(cacheFolder(env)) },
    { name: 'prices', look: async () => [`as of ${priceTable.asOf}`, ...staleIn(priceTable)].join('; ') },
    { name: 'browser', look: async () => browser(env) },
    { name: 'temporary folder', look: async () => temporaryFolder() },
    { name: 'confinement', needs: ['browser', 'temporary folder'], look: () => confinement(env) },
    { name: 'fonts', needs: ['browser', 'temporary folder'], look: async () => fonts(env) },
    ...servers
      // A server that users install separately is checked when it is used.
      .filter(({ origin }) => 'package' in origin)
      .map((server) => ({
        name: `server ${server.id}`,
        look: async () => {
          await checkInstalled(server);
          return describeOrigin(server);
        },
      })),
  ];
  const found: Finding[] = [];
  for (const { name, needs = [], look } of examinations) {
    const ill = found.find((each) => !each.ok && needs.includes(each.name));
    if (ill) {
      found.push({ name, ok: false, what: `not checked, because this check needs the ${ill.name}` });
      continue;
    }
    try {
      found.push({ name, ok: true, what: await look() });
    } catch (error) {
      found.push({ name, ok: false, what: error instanceof Error ? error.message : String(error) });
    }
  }
  return {
    lines: found.map(({ name, ok, what }) => `${ok ? 'ok  ' : 'FAIL'}  ${name}: ${what}`),
    ok: found.every(({ ok }) => ok),
    found,
  };
}

function loopback(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => server.close(() => resolve('127.0.0.1 listens')));
  });
}

async function disk(folder: string): Promise<string> {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new Error(
      `${folder} cannot be created (${error instanceof Error ? error.message : error}); set CONTRACT_BENCH_CACHE to another folder`,
    );
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < minFreeBytes)
    throw new Error(`${folder} has ${Math.floor(free / 2 ** 20)} MiB free; 500 are needed`);
  return `${Math.floor(free / 2 ** 30)} GiB free in ${folder}`;
}

async function browser(env: NodeJS.ProcessEnv): Promise<string> {
  const { name, version, source, executable } = await findChromium(env);
  return `${name} ${version} (${source}: ${executable})`;
}

/** A machine without namespaces still plays, and its rows say so. */
async function confinement(env: NodeJS.ProcessEnv): Promise<string> {
  const [server] = servers;
  if (!server) return 'no server';
  const hidden = { checkout: thisProject.checkout, answers: [] };
  const why = await whyUnconfined({ server, chromium: await findChromium(env), hidden });
  const { seen, exposed } = sightOf(thisProject.checkout, env);
  return why === null
    ? `servers and agents can be sandboxed. They can read the programs of the system, the files that their command lines name, and ${listed(seen)}`
    : `servers and agents cannot be sandboxed: ${why}. A server or an agent can read every file that you can read, for example ${listed(exposed)}`;
}

const mostListed = 8;

function listed(places: readonly string[]): string {
  const more = places.length - mostListed;
  return `${places.slice(0, mostListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const fontsLimitMs = 10_000;

/** Without fonts a page's text is empty while everything else seems to work. */
async function fonts(env: NodeJS.ProcessEnv): Promise<string> {
  const chromium = await findChromium(env);
  await using opened = new AsyncDisposableStack();
  const web = await openWeb({
    kind: 'hermetic',
    fixtureSites: {
      sha256: '',
      lookedIn: [],
      hosts: new Set(),
      open: () => ({
        hosts: new Map([
          ['doctor.invalid', () => new Response('<p>letters', { headers: { 'content-type': 'text/html' } })],
        ]),
      }),
    },
  });
  opened.defer(() => web.close());
  const session = await openBrowser(chromium, web, {
    mark: `doctor-${process.pid}`,
    viewport: { width: 800, height: 600 },
  });
  opened.defer(() => session.end());
  const tab = session.watch.judgedTab();
  if (!tab) throw new Error('the browser has no tab');
  await session.watch.cdp.send('Page.navigate', { url: 'https://doctor.invalid/' }, tab.sessionId);
  const isThere = async () => {
    const { p: text } = (await readPage(session.watch, tab, [{ text: 'p' }])).texts;
    return text !== undefined && 'pieces' in text && text.pieces.join('') === 'letters';
  };
  // The first readings can be of a page that the browser has not parsed yet.
  const deadline = performance.now() + fontsLimitMs;
  let found = await isThere();
  while (!found && performance.now() < deadline) {
    await delay(50);
    found = await isThere();
  }
  if (!found) throw new Error('a page rendered without text; install a font package');
  return 'text is rendered';
}
