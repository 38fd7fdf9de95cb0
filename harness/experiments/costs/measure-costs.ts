import { align } from '../../platform/words/columns.ts';
import { ServersRecord } from '../../results/records/servers-record.ts';
import { makePlan } from '../../run/make-plan.ts';
import { quietOptions } from '../../run/plan.ts';
import { probeProcessor } from '../../run/probe-processor.ts';
import { openTokenizer, type Tokenizer } from '../../servers/tokenizer.ts';
import { requiredToolMapping } from '../../servers/tool-mappings/index.ts';
import type { Measured, MeasurementContext, Subject, Work } from '../measurements/measurement.ts';
import { measureOnce, type PlayedTask } from './measure-server.ts';
import { kindOfCall, toRecord } from './to-record.ts';

/** The suites whose reference solutions are played: well-known sites, and common situations. */
const suites = ['webvoyager', 'fixtures'];

export const costsWork: Work<ServersRecord, { runs: number }> = {
  schema: ServersRecord,
  open: async (around, { runs }) => {
    const tokenizer = await openTokenizer();
    return (subject) => measureCosts(subject, tokenizer, around, runs);
  },
  table: tableOf,
};

async function measureCosts(
  { choice, server }: Subject,
  { countTokens, ...tokenizer }: Tokenizer,
  { project, env, signal, only, log }: MeasurementContext,
  runs: number,
): Promise<Measured<ServersRecord>> {
  const mapping = requiredToolMapping(server, 'servers measure');
  const plan = await makePlan(
    {
      ...quietOptions(project),
      ...{ suites, taskIds: [...only], ...choice, workers: 1 },
      ...{ adapter: 'oracle', allowMissing: true, save: false, out: 'reports/servers' },
    },
    env,
  );
  const { contended } = await probeProcessor();
  const played: PlayedTask[][] = [];
  for (let run = 1; run <= runs && !signal.aborted; run += 1) {
    log(`${choice.server}: run ${run} of ${runs}`);
    played.push(await measureOnce(plan, countTokens, signal));
  }
  const { environment } = plan.runs[0]?.run ?? {};
  return {
    version: played.flat()[0]?.version ?? 'unknown',
    cpu: environment?.cpu ?? 'unknown',
    contended,
    tokenizer,
    runs,
    ...toRecord(played, { countTokens, kindOf: (call) => kindOfCall(call, server, mapping) }),
    cannot: plan.runs.flatMap(({ notRun }) => notRun),
  };
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
