import { chargedTokens } from '../../results/records/parts/charged-tokens.ts';
import { type Charged, type Cost, isPassed } from '../../results/records/parts/cost.ts';
import type { CallKind, Spread } from '../../results/records/servers-record.ts';
import { median, percentile } from '../../results/statistics/statistics.ts';
import type { Server } from '../../servers/server.ts';
import type { CountTokens } from '../../servers/tokenizer.ts';
import type { ToolMapping } from '../../servers/tool-mappings/tool-mapping.ts';
import type { PlayedTask } from './measure-once.ts';

type Suite = Cost['suites'][number];
type TaskCost = Suite['tasks'][number];

/** With fewer calls, the percentile would depend on one or two of them. */
const leastForP95 = 20;

type Counted = {
  countTokens: CountTokens;
  /** Classifies calls. */
  kindOf(call: PlayedTask['calls'][number]): CallKind;
  /** Whether another program used the processor; null if times are not to be measured. */
  contended: boolean | null;
  suites: readonly Pick<Suite, 'suite' | 'edition' | 'cannot'>[];
};

/** The numbers of several runs over the same tasks. */
export function toCost(
  runs: readonly (readonly PlayedTask[])[],
  { countTokens, kindOf, contended, suites }: Counted,
): Pick<Cost, 'toolList' | 'suites' | 'times' | 'pictures' | 'errors'> {
  const all = runs.flat();
  const tools = all.find((task) => task.tools.length > 0)?.tools ?? [];
  const listed = JSON.stringify(tools);
  const toolList = { tools: tools.length, bytes: Buffer.byteLength(listed), tokens: countTokens(listed) };
  const peaks = (of: (task: PlayedTask) => number | null) =>
    runs.map((run) => largest(run.flatMap((task) => of(task) ?? [])));
  const times = (isContended: boolean): NonNullable<Cost['times']> => ({
    contended: isContended,
    kinds: {
      open: kindOfRuns('open'),
      read: kindOfRuns('read'),
      act: kindOfRuns('act'),
      script: kindOfRuns('script'),
    },
    startMs: spreadOf(runs.map((run) => median(run.map(({ startMs }) => startMs)))) ?? {
      median: 0,
      min: 0,
      max: 0,
    },
    serverMb: spreadOf(peaks(({ memory }) => memory.serverMb)),
    browserMb: spreadOf(peaks(({ memory }) => memory.browserMb)),
  });
  return {
    toolList,
    suites: suites.map((suite) => {
      const ofSuite = Map.groupBy(
        all.filter((task) => task.suite === suite.suite),
        ({ taskId }) => taskId,
      );
      const tasks = [...ofSuite].map(([taskId, trials]) =>
        costOf(taskId, trials, toolList.tokens, contended !== null),
      );
      return suiteOf(suite, tasks);
    }),
    times: contended === null ? null : times(contended),
    pictures: all.reduce((sum, { pictures }) => sum + pictures, 0),
    errors: all.flatMap(({ calls }) => calls).filter(({ isError }) => isError).length,
  };

  function kindOfRuns(kind: CallKind) {
    const ms = runs.map((run) =>
      run.flatMap(({ calls }) => calls.filter((call) => kindOf(call) === kind).map((call) => call.ms)),
    );
    const enough = ms.every(({ length }) => length >= leastForP95);
    return {
      calls: ms.flat().length,
      p50Ms: spreadOf(ms.map((of) => percentile(of, 50))),
      p95Ms: enough ? spreadOf(ms.map((of) => percentile(of, 95))) : null,
    };
  }
}

function costOf(taskId: string, trials: readonly PlayedTask[], toolList: number, isTimed: boolean): TaskCost {
  const passes = trials.filter(({ status }) => status === 'passed');
  const counted = passes.length > 0 ? passes : trials;
  const middle = (of: (task: PlayedTask) => number) => median(counted.map(of)) ?? 0;
  const charged = counted.map(({ goal, answers }) => chargedTokens(toolList, goal, answers));
  const middleOf = (field: keyof Charged) => median(charged.map((each) => each[field])) ?? 0;
  return {
    taskId,
    passed: isPassed(passes.length, trials.length),
    plays: trials.length,
    passes: passes.length,
    calls: middle(({ calls }) => calls.length),
    bytes: middle(({ bytes }) => bytes),
    tokens: middle(({ answers }) => sumOf(answers)),
    charged: {
      once: middleOf('once'),
      conversation: middleOf('conversation'),
      cached: middleOf('cached'),
    },
    ms: isTimed ? rounded(middle(({ calls }) => sumOf(calls.map(({ ms }) => ms)))) : null,
  };
}

function suiteOf(
  { suite, edition, cannot }: Pick<Suite, 'suite' | 'edition' | 'cannot'>,
  tasks: TaskCost[],
): Suite {
  const passed = tasks.filter((task) => task.passed);
  const mean = (of: (task: TaskCost) => number) => rounded(sumOf(passed.map(of)) / passed.length);
  const isNone = passed.length === 0;
  return {
    suite,
    edition,
    passed: passed.length,
    total: tasks.length + cannot.length,
    calls: isNone ? null : mean(({ calls }) => calls),
    tokens: isNone ? null : mean(({ tokens }) => tokens),
    charged: isNone
      ? null
      : {
          once: mean(({ charged }) => charged.once),
          conversation: mean(({ charged }) => charged.conversation),
          cached: mean(({ charged }) => charged.cached),
        },
    tasks,
    cannot: [...cannot],
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Null if a run has no value. */
function spreadOf(values: readonly (number | null)[]): Spread | null {
  const found = values.filter((each) => each !== null);
  const middle = median(found);
  if (middle === null || found.length < values.length) return null;
  return { median: rounded(middle), min: rounded(Math.min(...found)), max: rounded(Math.max(...found)) };
}

function largest(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

type Call = { tool: string; args: Readonly<Record<string, unknown>> };

/** By the tools in the server's data. For a command line the first word decides, for one tool with modes the mode. */
export function kindOfCall(call: Call, { open, script }: Server, mapping: ToolMapping): CallKind {
  // The call that opens the start page is recognised by its tool alone.
  if (open && isLike(call, open)) return 'open';
  if (isLike(call, mapping.read(mapping.firstPage))) return 'read';
  if (script && isLike(call, script)) return 'script';
  return 'act';
}

/** Whether two calls have the same tool and, for list arguments, the same first word; a call without arguments matches any. */
function isLike({ tool, args }: Call, like: Call): boolean {
  if (tool !== like.tool) return false;
  const [own, other] = [args.args, like.args.args].map((words) =>
    Array.isArray(words) ? words[0] : undefined,
  );
  return own === other || (own === undefined && Object.keys(args).length === 0);
}
