import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { writeAtomically } from '../../platform/files/write-atomically.ts';
import type { Project } from '../../platform/project.ts';
import { align } from '../../platform/words/columns.ts';
import { ownServerId, recordedServerId } from '../../results/records/custom-server.ts';
import { type ServersRecord, serversFolder } from '../../results/records/servers-record.ts';
import { makePlan } from '../../run/make-plan.ts';
import { quietOptions } from '../../run/plan.ts';
import { probeProcessor } from '../../run/probe-processor.ts';
import { checkInstalled } from '../../servers/connect-server.ts';
import type { Dialect } from '../../servers/dialects/dialect.ts';
import { dialectOf, noDialect } from '../../servers/dialects/index.ts';
import { chooseServer, listedServer, packageOf, type ServerChoice, servers } from '../../servers/index.ts';
import type { Server } from '../../servers/server.ts';
import { kindOfCall } from './kind-of-call.ts';
import { measureOnce, type PlayedTask } from './measure-server.ts';
import { toRecord } from './to-record.ts';
import { openTokenizer, type Tokenizer } from './tokenizer.ts';

type Asked = {
  project: Project;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  runs: number;
  /** Empty: all of the two suites. */
  taskIds: readonly string[];
  write: boolean;
  log(line: string): void;
};

/** Whose walkthroughs are played: sites that everybody knows, and situations that work meets. */
const suites = ['webvoyager', 'fixtures'];

/** Measures what these servers cost, all that are here where none is named. Throws `UserError`. */
export async function measureServersOf(
  asked: readonly ServerChoice[],
  { project, env, signal, runs, taskIds, write, log }: Asked,
): Promise<{ lines: string[]; records: ServersRecord[] }> {
  if (write && taskIds.length > 0)
    throw new UserError('--write: a stored result is of all tasks; leave --task out');
  const choices = asked.length > 0 ? asked : (await here()).map(({ id }) => listedServer(id));
  const chosen = choices.map((choice) => ({ choice, server: chooseServer(choice) }));
  for (const { server } of chosen) await checkInstalled(server);
  const tokenizer = await openTokenizer();
  const records: ServersRecord[] = [];
  for (const { choice, server } of chosen) {
    const record = await measureServer(choice, server, tokenizer);
    if (signal.aborted) break;
    records.push(record);
    if (write) log(`written: ${await store(project.results, record)}`);
  }
  return { lines: tableOf(records), records };

  async function measureServer(
    choice: ServerChoice,
    server: Server,
    { countTokens, ...named }: Tokenizer,
  ): Promise<ServersRecord> {
    const dialect = dialectFor(server);
    const plan = await makePlan(
      {
        ...quietOptions(project),
        ...{ suites, taskIds: [...taskIds], ...choice, workers: 1 },
        ...{ adapter: 'oracle', allowMissing: true, save: false, out: 'reports/servers' },
      },
      env,
    );
    const contended = await probeProcessor();
    const played: PlayedTask[][] = [];
    for (let run = 1; run <= runs && !signal.aborted; run += 1) {
      log(`${choice.server}: run ${run} of ${runs}`);
      played.push(await measureOnce(plan, countTokens, signal));
    }
    const { environment } = plan.runs[0]?.run ?? {};
    return {
      schema: 'contract-bench.servers.v1',
      server: {
        ...{ id: recordedServerId(server), title: server.title, package: packageOf(server) },
        version: played.flat()[0]?.version ?? 'unknown',
      },
      browser: `${plan.chromium.name} ${plan.chromium.version}`,
      cpu: environment?.cpu ?? 'unknown',
      contended,
      sha: plan.checkout.sha,
      at: new Date().toISOString(),
      tokenizer: named,
      runs,
      ...toRecord(played, { countTokens, kindOf: (call) => kindOfCall(call, server, dialect) }),
      cannot: plan.runs.flatMap(({ notRun }) => notRun),
    };
  }
}

function dialectFor(server: Server): Dialect {
  const dialect = dialectOf(server);
  if (!dialect) throw new UserError(`servers measure: ${noDialect(server)}`);
  return dialect;
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

/** One file a version. */
async function store(results: string, record: ServersRecord): Promise<string> {
  const folder = serversFolder(results);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${ownServerId(record.server.id)}@${record.server.version}.json`);
  await writeAtomically(file, `${JSON.stringify(record, null, 1)}\n`);
  return file;
}

function tableOf(records: readonly ServersRecord[]): string[] {
  const head = ['server', 'passed', 'tokens', 'tool list', 'calls', 'read p50', 'act p50', 'start', 'MB'];
  const sum = (record: ServersRecord, of: 'tokens' | 'calls') =>
    String(Math.round(record.tasks.filter(({ passed }) => passed).reduce((all, task) => all + task[of], 0)));
  const rows = records.map((record) => [
    `${record.server.id} ${record.server.version}`,
    `${record.tasks.filter(({ passed }) => passed).length} of ${record.tasks.length + record.cannot.length}`,
    sum(record, 'tokens'),
    String(record.toolList.tokens),
    sum(record, 'calls'),
    `${record.kinds.read.p50Ms?.median ?? '–'} ms`,
    `${record.kinds.act.p50Ms?.median ?? '–'} ms`,
    `${record.startMs.median} ms`,
    String(record.serverMb?.median ?? '–'),
  ]);
  return align([head, ...rows]);
}
