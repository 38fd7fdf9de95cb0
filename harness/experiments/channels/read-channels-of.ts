import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { writeAtomically } from '../../platform/files/write-atomically.ts';
import { readCheckout } from '../../platform/git/checkout.ts';
import type { Project } from '../../platform/project.ts';
import { align } from '../../platform/words/columns.ts';
import {
  type ChannelsRecord,
  channelsFolder,
  readChannelsRecords,
} from '../../results/records/channels-record.ts';
import { ownServerId } from '../../results/records/custom-server.ts';
import { checkInstalled } from '../../servers/connect-server.ts';
import { chooseServer, type ServerChoice, servers } from '../../servers/index.ts';
import type { Server } from '../../servers/server.ts';
import { readChannels } from './read-channels.ts';

type Asked = {
  project: Project;
  env: NodeJS.ProcessEnv;
  write: boolean;
  check: boolean;
  log(line: string): void;
};

/**
 * Reads the channels of these servers, of all that are here where none is named. `differences`: what of a stored result
 * is otherwise now. Throws `UserError` for a server that is not there.
 */
export async function readChannelsOf(
  asked: readonly ServerChoice[],
  { project, env, write, check, log }: Asked,
): Promise<{ lines: string[]; differences: string[]; records: ChannelsRecord[] }> {
  const chosen = asked.length > 0 ? asked.map(chooseServer) : await here();
  for (const server of chosen) await checkInstalled(server);
  const chromium = await findChromium(env);
  const { sha } = await readCheckout(project, null, env);
  const hidden = { checkout: project.checkout, answers: [] };
  const records: ChannelsRecord[] = [];
  const differences: string[] = [];
  for (const server of chosen) {
    log(`channels: ${server.id}`);
    const record = await readChannels(server, { chromium, hidden, sha });
    records.push(record);
    const stored = check ? readChannelsRecords(project.results) : [];
    if (check)
      differences.push(
        ...differ(
          stored.find((each) => each.server.id === record.server.id),
          record,
        ),
      );
    if (write) log(`written: ${await store(project.results, record)}`);
  }
  return { lines: records.flatMap(tableOf), differences, records };
}

async function here(): Promise<Server[]> {
  const found = await Promise.all(
    servers.map((server) =>
      checkInstalled(server).then(
        () => [server],
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** One file a server: its newest. */
export async function store(results: string, record: ChannelsRecord): Promise<string> {
  const folder = channelsFolder(results);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${ownServerId(record.server.id)}.json`);
  await writeAtomically(file, `${JSON.stringify(record, null, 1)}\n`);
  return file;
}

function differ(stored: ChannelsRecord | undefined, found: ChannelsRecord): string[] {
  const { id } = found.server;
  if (stored === undefined) return [`${id}: nothing is stored`];
  const ways = (record: ChannelsRecord) =>
    new Map(record.tools.map((each) => [JSON.stringify([each.tool, each.args]), each]));
  const [before, now] = [ways(stored), ways(found)];
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((way) => {
    const [old, each] = [before.get(way), now.get(way)];
    if (!old || !each) return [`${id}: ${way} is ${old ? 'gone' : 'new'}`];
    const came = each.found.filter((channel) => !old.found.includes(channel));
    const went = old.found.filter((channel) => !each.found.includes(channel));
    return [...came.map((channel) => `+${channel}`), ...went.map((channel) => `-${channel}`)].map(
      (change) => `${id}: ${each.tool}: ${change}`,
    );
  });
}

/** A line a channel, a column a tool. */
function tableOf({ server, channels, tools }: ChannelsRecord): string[] {
  const head = [`${server.id} ${server.version}`, ...tools.map((_, index) => String(index + 1))];
  const rows = channels.map(({ id, title, isVisible }) => [
    `${title}${isVisible ? ' (seen)' : ''}`,
    ...tools.map(({ found }) => (found.includes(id) ? 'x' : '.')),
  ]);
  const legend = tools.map(
    ({ tool, args, error, marked }, index) =>
      `${index + 1}  ${tool} ${JSON.stringify(args)}${error === null ? '' : `: ${error.split('\n')[0]}`}${marked === null ? '' : `; marks what is the page's: ${marked}`}`,
  );
  return [...align([head, ...rows]), ...legend, ''];
}
