import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { writeAtomically } from '../../platform/files/write-atomically.ts';
import { readCheckout } from '../../platform/git/checkout.ts';
import type { Project } from '../../platform/project.ts';
import { align } from '../../platform/words/columns.ts';
import {
  type CapabilitiesRecord,
  capabilitiesFolder,
  readCapabilitiesRecords,
} from '../../results/records/capabilities-record.ts';
import { ownServerId } from '../../results/records/custom-server.ts';
import { verdictWords, whyNotNative } from '../../results/records/why-not-native.ts';
import { checkInstalled } from '../../servers/connect-server.ts';
import { dialectOf } from '../../servers/dialects/index.ts';
import { chooseServer, listedServer, type ServerChoice, servers } from '../../servers/index.ts';
import type { Server } from '../../servers/server.ts';
import { readSuites, suitesIn } from '../../task/read-suites.ts';
import { noPatternCheck } from '../../task/read-tasks.ts';
import { instanceMaker } from '../../task/templates/make-instances.ts';
import { readStandIns } from '../../web/stand-ins.ts';
import { measureCapabilities } from './measure-capabilities.ts';

type Asked = {
  project: Project;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Empty: all. */
  capabilities: readonly string[];
  out: string;
  workers: number;
  write: boolean;
  check: boolean;
  log(line: string): void;
};

const suiteId = 'gym';

/**
 * Tries the capabilities of these servers, of all that are here where none is named. `differences`: which verdicts of a
 * stored result are others now. Throws `UserError`.
 */
export async function measureCapabilitiesOf(
  asked: readonly ServerChoice[],
  { project, env, signal, capabilities, out, workers, write, check, log }: Asked,
): Promise<{ lines: string[]; differences: string[]; records: CapabilitiesRecord[] }> {
  if (write && capabilities.length > 0)
    throw new UserError('--write: a stored result is of all capabilities; leave --capability out');
  const choices = asked.length > 0 ? asked : (await here()).map(({ id }) => listedServer(id));
  const chosen = choices.map((choice) => ({ choice, server: chooseServer(choice) }));
  for (const { server } of chosen) await checkInstalled(server);
  const suite = suitesIn(await readSuites(project.suites, noPatternCheck)).get(suiteId);
  if (!suite) throw new UserError(`${project.suites.join(', ')}: found no suite ${suiteId}`);
  const { hosts } = suite;
  const { sha256 } = await readStandIns(project.webRoots.map((folder) => ({ folder, hosts })));
  const around = {
    ...{ project, suite, webSha256: sha256, maker: instanceMaker(project), only: capabilities },
    ...{ chromium: await findChromium(env), sha: (await readCheckout(project, null, env)).sha },
    ...{ out, workers, env, signal, log },
  };
  const records: CapabilitiesRecord[] = [];
  const differences: string[] = [];
  for (const { choice, server } of chosen) {
    const record = await measureCapabilities(choice, server, around);
    if (signal.aborted) break;
    records.push(record);
    if (check) {
      const stored = readCapabilitiesRecords(project.results);
      differences.push(
        ...differ(
          stored.find((each) => each.server.id === record.server.id),
          record,
        ),
      );
    }
    if (write) log(`written: ${await store(project.results, record)}`);
  }
  return { lines: tableOf(records), differences, records };
}

async function here(): Promise<Server[]> {
  const found = await Promise.all(
    servers
      .filter((server) => dialectOf(server) !== null)
      .map((server) =>
        checkInstalled(server).then(
          () => [server],
          () => [],
        ),
      ),
  );
  return found.flat();
}

/** One file a server: its newest. */
async function store(results: string, record: CapabilitiesRecord): Promise<string> {
  const folder = capabilitiesFolder(results);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${ownServerId(record.server.id)}.json`);
  await writeAtomically(file, `${JSON.stringify(record, null, 1)}\n`);
  return file;
}

function differ(stored: CapabilitiesRecord | undefined, found: CapabilitiesRecord): string[] {
  const { id } = found.server;
  if (!stored) return [`${id}: nothing is stored`];
  const before = new Map(stored.cells.map((cell) => [cell.capability, cell.verdict]));
  return found.cells.flatMap(({ capability, verdict }) => {
    const old = before.get(capability);
    return old === verdict ? [] : [`${id}: ${capability}: ${verdict}; stored is ${old ?? 'nothing'}`];
  });
}

/** A line a capability, a column a server; then why each that cannot does not. */
function tableOf(records: readonly CapabilitiesRecord[]): string[] {
  const [first] = records;
  if (!first) return [];
  const head = ['capability', ...records.map(({ server }) => `${server.id} ${server.version}`)];
  const cellOf = ({ cells }: CapabilitiesRecord, id: string) =>
    cells.find(({ capability }) => capability === id);
  const rows = first.cells.map(({ capability }) => [
    capability,
    ...records.map((record) => {
      const cell = cellOf(record, capability);
      return cell ? verdictWords[cell.verdict] : '';
    }),
  ]);
  const whys = records.flatMap(({ server, cells }) =>
    cells
      .filter(({ verdict }) => verdict !== 'native')
      .flatMap((cell) => whyNotNative(cell).map((why) => `${server.id}: ${cell.capability}: ${why}`)),
  );
  return [...align([head, ...rows]), '', ...whys];
}
