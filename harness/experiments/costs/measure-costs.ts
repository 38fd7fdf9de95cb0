import { digest } from '../../platform/digest.ts';
import { align } from '../../platform/words/columns.ts';
import { Cost } from '../../results/records/parts/cost.ts';
import { isUneven } from '../../results/records/servers-record.ts';
import { chooseTasks } from '../../run/choose-tasks.ts';
import { makePlan } from '../../run/make-plan.ts';
import { type Plan, quietOptions } from '../../run/plan.ts';
import { probeProcessor } from '../../run/probe-processor.ts';
import { openTokenizer, type Tokenizer } from '../../servers/tokenizer.ts';
import { followTools } from '../../servers/tool-mappings/follow-tools.ts';
import { requiredToolMapping } from '../../servers/tool-mappings/index.ts';
import type { MeasurementContext, Subject } from '../measurements/measurement.ts';
import type { PartWork } from '../parts/part.ts';
import { measureOnce, type PlayedTask, whyUnplayed } from './measure-once.ts';
import { kindOfCall, toCost } from './to-cost.ts';

/** The suites whose reference solutions are played: well-known sites, common situations, and a sample of the town. */
const suites = ['webvoyager', 'fixtures', 'town-sample'];

const runsOfNewest = 3;

/** The tasks that are played side by side on an earlier release, of which no time is measured. */
const atOnceOfEarlier = 2;

/** A task that fails in the only run of an earlier release is played so often again, so that most of three plays decide. */
const playsAgain = 2;

export const costWork: PartWork<Cost> = {
  schema: Cost,
  open: async (around) => {
    const tokenizer = await openTokenizer();
    return (subject) => measureCost(subject, tokenizer, around);
  },
  differ,
  lines,
};

async function measureCost(
  { choice, server, isEarlier = false }: Subject,
  { countTokens, ...tokenizer }: Tokenizer,
  { project, env, signal, only, log }: MeasurementContext,
): Promise<Cost> {
  const mapping = requiredToolMapping(server, 'cost');
  const options = {
    ...quietOptions(project),
    ...{ suites: [...suites], taskIds: [...only], ...choice, workers: 1 },
    ...{ adapter: 'oracle', allowMissing: true, save: false },
  };
  const plan = await makePlan(options, env);
  const { files } = await chooseTasks(options);
  const editions = plan.runs.map(({ run: { suite } }) => {
    const web = plan.webs.get(suite);
    return {
      suite,
      web: web?.kind === 'hermetic' ? web.fixtureSites.sha256 : null,
      tasks: files.flatMap((file) => (file.suite === suite ? file.taskSha256 : [])),
    };
  });
  const runs = isEarlier ? 1 : runsOfNewest;
  const { contended } = isEarlier ? { contended: false } : await probeProcessor();
  const played = await playRuns(runs, async (run, taskIds) => {
    log(`cost: ${server.id}: run ${run} of ${runs}`);
    const some = taskIds === null ? plan : planOf(plan, taskIds);
    const tasks = await measureOnce(some, { countTokens, signal, atOnce: isEarlier ? atOnceOfEarlier : 1 });
    signal.throwIfAborted();
    return tasks;
  });
  const tools = played.flat().find((task) => task.tools.length > 0)?.tools ?? [];
  const { tool, args } = followTools(mapping.read(mapping.firstPage), mapping, tools);
  return {
    editionSha256: digest({ tokenizer, editions }),
    tokenizer,
    runs,
    // The arguments of a reading refer to no earlier answer.
    reading: { tool, args: args as Cost['reading']['args'] },
    ...toCost(played, {
      countTokens,
      kindOf: (call) => kindOfCall(call, server, mapping),
      contended: isEarlier ? null : contended,
      suites: plan.runs.map(({ run: { suite }, notRun }) => ({
        suite,
        edition: plan.suites.get(suite)?.edition ?? 0,
        cannot: notRun,
      })),
    }),
  };
}

/**
 * Plays all tasks so many times. If that is once, the tasks that failed are played again, until three plays decide about
 * them. Throws if no task could be played.
 */
export async function playRuns(
  runs: number,
  play: (run: number, taskIds: ReadonlySet<string> | null) => Promise<PlayedTask[]>,
): Promise<PlayedTask[][]> {
  const played: PlayedTask[][] = [];
  for (let run = 1; run <= runs; run += 1) {
    played.push(await play(run, null));
    // Not the cost of tasks, and no reason to play them again.
    const why = whyUnplayed(played.flat());
    if (why !== null) throw new Error(why);
  }
  const failed = failedIn(played[0]);
  for (let again = 1; again <= playsAgain && runs === 1 && failed.size > 0; again += 1)
    played.push(await play(1, failed));
  return played;
}

function failedIn(played: readonly PlayedTask[] = []): ReadonlySet<string> {
  return new Set(played.flatMap(({ taskId, status }) => (status === 'passed' ? [] : [taskId])));
}

function planOf(plan: Plan, taskIds: ReadonlySet<string>): Plan {
  return {
    ...plan,
    runs: plan.runs.map((run) => ({
      ...run,
      scheduled: run.scheduled.filter(({ file }) => taskIds.has(file.task.id)),
    })),
  };
}

/**
 * Answers hold ids that are random per session, and their tokens differ by a few. A difference counts above a hundredth of
 * the tokens and above this number a call.
 */
const tokensOfIds = 3;

/** Times and memory are left out, and so are tasks of which only some plays passed, there or here. */
function differ(stored: Cost, found: Cost): string[] {
  const [before, now] = [cellsOf(stored), cellsOf(found)];
  const tasks = [...new Set([...before.keys(), ...now.keys()])].flatMap((id) => {
    const [old, cell] = [before.get(id), now.get(id)];
    if (old?.isUneven || cell?.isUneven) return [];
    if (old && cell && old.how === cell.how && isNear(old, cell)) return [];
    return [`${id}: got ${cell ? wordsOf(cell) : 'nothing'}; stored: ${old ? wordsOf(old) : 'nothing'}`];
  });
  if (stored.toolList.tokens === found.toolList.tokens) return tasks;
  return [...tasks, `tokens of the list: got ${found.toolList.tokens}; stored: ${stored.toolList.tokens}`];
}

type Cell = { how: string; calls: number; tokens: number; isUneven?: boolean };

function cellsOf({ suites: all }: Cost): Map<string, Cell> {
  return new Map(
    all.flatMap(({ tasks, cannot }) => [
      ...tasks.map((task): [string, Cell] => {
        const { taskId, passed, calls, tokens } = task;
        return [taskId, { how: passed ? 'passed' : 'not passed', calls, tokens, isUneven: isUneven(task) }];
      }),
      ...cannot.map(({ taskId, why }): [string, Cell] => [
        taskId,
        { how: `cannot: ${why}`, calls: 0, tokens: 0 },
      ]),
    ]),
  );
}

function isNear(old: Cell, now: Cell): boolean {
  // What did not pass may have ended anywhere.
  if (old.how !== 'passed') return true;
  const least = Math.max(tokensOfIds * old.calls, old.tokens / 100);
  return old.calls === now.calls && Math.abs(old.tokens - now.tokens) <= least;
}

function wordsOf({ how, calls, tokens }: Cell): string {
  return calls === 0 ? how : `${how}, ${calls} calls, ${tokens} tokens`;
}

function lines({ suites: all, toolList, times, reading, runs }: Cost): string[] {
  const rounded = (value: number | null | undefined) => (value == null ? '–' : String(Math.round(value)));
  const rows = all.map(({ suite, passed, total, calls, tokens, charged }) => [
    suite,
    `${passed} of ${total}`,
    rounded(calls),
    rounded(tokens),
    rounded(charged?.once),
    rounded(charged?.conversation),
    rounded(charged?.cached),
  ]);
  const head = ['suite', 'passed', 'calls', 'answers', 'list and answers', 'conversation', 'with a cache'];
  return [
    ...align([head, ...rows]),
    `tokens a task, the mean of the passed ones; tool list: ${toolList.tokens} tokens; reads by ${reading.tool} ${JSON.stringify(reading.args)}`,
    times === null
      ? `${runs} run, without times`
      : `${runs} runs: read ${times.kinds.read.p50Ms?.median ?? '–'} ms, act ${times.kinds.act.p50Ms?.median ?? '–'} ms, start ${times.startMs.median} ms, ${times.serverMb?.median ?? '–'} MB${times.contended ? '; the processor was in use, so times mean little' : ''}`,
  ];
}
