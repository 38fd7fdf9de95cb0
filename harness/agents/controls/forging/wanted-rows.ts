import type { Server } from '../../../servers/server.ts';
import type { Task } from '../../../task/task.ts';
import type { BuiltInAgentOptions } from '../../built-in-agent.ts';
import { type NegativeControlMove, opening } from '../negative-control.ts';
import { elsewhereOn, scriptOf, wantedUrl } from '../spoof.ts';
import { type Wanted, wantedOf } from './forge.ts';

type WantedRow = Wanted['rows'][number];

/** The script's answer. In its source the words are separate, because some tools quote the source. */
const mark = 'did it with every row';

/**
 * Runs a function of `{ table, row }` for each wanted row, on an unserved page of each host whose state is judged, or
 * of the right page's host.
 */
export async function wantedRows(
  task: Task,
  server: Server,
  { transcripts }: BuiltInAgentOptions,
  work: string,
): Promise<NegativeControlMove[]> {
  const { rows } = wantedOf(task.success);
  const made = rows.length > 0 ? rows : [await madeUp(task, server, transcripts)];
  return [...Map.groupBy(made, ({ host }) => host)].flatMap(([host, ofHost]): NegativeControlMove[] => [
    { call: opening(server), values: { url: elsewhereOn(`https://${host}/`) } },
    { call: scriptOf(server), values: { script: forEach(ofHost, work) }, proof: mark },
  ]);
}

async function madeUp(task: Task, server: Server, transcripts: readonly string[]): Promise<WantedRow> {
  const { hostname } = new URL(await wantedUrl(task, server, transcripts));
  return { host: hostname, table: 'done', row: { id: task.id, done: true } };
}

function forEach(rows: readonly WantedRow[], work: string): string {
  return `async () => {
    for (const each of ${JSON.stringify(rows)}) await (${work})(each);
    return ${JSON.stringify(mark.split(' '))}.join(' ');
  }`;
}
