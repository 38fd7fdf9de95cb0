import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BuiltInAgent } from '../../agents/built-in-agent.ts';
import { namesFullDisk } from '../../platform/errors/disk-fault.ts';
import { carriersOf } from '../../platform/process/mark.ts';
import { whyNotPassed } from '../../results/records/why-not-passed.ts';
import type { Step } from '../../results/score/trajectory.ts';
import { playEpisode } from '../../run/episode/play-episode.ts';
import { hiddenOf } from '../../run/hidden-of.ts';
import type { Plan } from '../../run/plan.ts';
import { limitsOf } from '../../run/plan-runs.ts';
import type { Answer } from '../../servers/answer.ts';
import type { ServerSession } from '../../servers/connect-server.ts';
import type { CountTokens } from '../../servers/tokenizer.ts';
import type { TaskFile } from '../../task/read-tasks.ts';

/** A task that was played once. */
export type PlayedTask = {
  taskId: string;
  suite: string;
  status: string;
  /** Why it did not pass; null if its status alone explains it. */
  why: string | null;
  /**
   * Starts with the call that opens the start page. A page that is not ready is read again. Only the last of these readings
   * counts here, in `bytes` and in `answers`, because their number depends on the speed of the machine.
   */
  calls: { tool: string; args: Step['call']['args']; ms: number; isError: boolean }[];
  bytes: number;
  /** Tokens of the goal, and of the texts of each answer in its order. */
  goal: number;
  answers: number[];
  pictures: number;
  startMs: number;
  memory: MemoryPeak;
  tools: ServerSession['tools'];
  version: string;
};

/** A server that dies or hangs in so many tasks, and plays none, is not asked for the others. */
const mostLost = 3;

/**
 * Plays the tasks of a plan once, `atOnce` of them side by side, and measures the server's answers, times and memory. The
 * result is in the order of the plan. It ends after the first tasks if `whyUnplayed` says why none of them could be played.
 */
export async function measureOnce(
  plan: Plan,
  { countTokens, signal, atOnce }: { countTokens: CountTokens; signal: AbortSignal; atOnce: number },
): Promise<PlayedTask[]> {
  const left = plan.runs.flatMap(({ run, scheduled }) => {
    const web = plan.webs.get(run.suite);
    return web ? scheduled.map(({ file }) => ({ file, web })) : [];
  });
  const order = left.map(({ file }) => file.task.id);
  const played: PlayedTask[] = [];
  const isLost = () => played.length >= mostLost && whyUnplayed(played) !== null;
  const playOn = async () => {
    while (!signal.aborted && !isLost()) {
      const next = left.shift();
      if (!next) return;
      played.push(await playTask(plan, next.file, next.web, countTokens, signal));
    }
  };
  const orEndAll = (error: unknown) => {
    left.length = 0;
    throw error;
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, () => playOn().catch(orEndAll)));
  const broken = ended.find((each) => each.status === 'rejected');
  if (broken) throw broken.reason;
  return played.sort((one, other) => order.indexOf(one.taskId) - order.indexOf(other.taskId));
}

/** Why a server that dies or hangs in every task has no cost, and why none has one on a full disk; else null. */
export function whyUnplayed(
  played: readonly Pick<PlayedTask, 'status' | 'why' | 'answers'>[],
): string | null {
  const full = played.find(({ why }) => why !== null && namesFullDisk(why));
  if (full) return `a task could not be played: ${full.why}`;
  const [first] = played;
  const isLost = ({ status, answers }: (typeof played)[number]) =>
    status === 'tool_error' || (status !== 'passed' && answers.length === 0);
  if (!first || !played.every(isLost)) return null;
  return `no task could be played: ${first.why ?? first.status}`;
}

async function playTask(
  plan: Plan,
  file: TaskFile,
  web: NonNullable<ReturnType<Plan['webs']['get']>>,
  countTokens: CountTokens,
  signal: AbortSignal,
): Promise<PlayedTask> {
  const { adapter, server, chromium, screenshotClasses } = plan;
  const { task } = file;
  const limits = limitsOf(plan, file);
  const id = randomUUID();
  const heard: { seq: number; answer: Answer }[] = [];
  /** For each step, whether it repeats the one before it. */
  const repeats: boolean[] = [];
  const memory = watchMemory(id);
  const episode = await playEpisode({
    ...{ id, task, server, chromium, web, limits, screenshotClasses, signal },
    hidden: hiddenOf(plan),
    adapter: {
      ...adapter,
      open: async (of, on, _, place) =>
        noting(await adapter.open({ ...of, ...limits }, on, 1, place), repeats),
    },
    recorder: null,
    emit: () => {},
    answered: (seq, _, answer) => void heard.push({ seq, answer }),
    redact: plan.redactor(task),
    ...{ trial: 1, shortestCalls: null, artifacts: { events: '', report: '' } },
  }).finally(() => memory.stop());
  const { opening, steps } = episode.trajectory;
  /** Whether the call after this one repeats it; the opening call has the number 0. */
  const isEarly = (seq: number) => seq > 0 && repeats[seq] === true;
  const answers = heard.flatMap(({ seq, answer }) => (isEarly(seq) ? [] : [answer]));
  const opened = opening?.tool ? [{ call: { tool: opening.tool, args: {} }, answer: opening }] : [];
  return {
    taskId: task.id,
    suite: file.suite,
    status: episode.result.status,
    why: whyNotPassed(episode.result),
    calls: [...opened, ...steps.filter((_, at) => !isEarly(at + 1))].flatMap(({ call, answer }) =>
      answer ? [{ tool: call.tool, args: call.args, ms: answer.durationMs, isError: answer.isError }] : [],
    ),
    bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0),
    goal: countTokens(task.goal),
    answers: answers.map(({ text }) => countTokens(text)),
    pictures: answers.flatMap(({ content }) => content).filter(({ type }) => type === 'image').length,
    startMs: episode.result.phases.start,
    memory: memory.stop(),
    tools: episode.server?.tools ?? [],
    version: episode.server?.version ?? 'unknown',
  };
}

type Opened = Awaited<ReturnType<BuiltInAgent['open']>>;

/** Adds to `repeats`, for each call of an agent, whether it repeats the call before it. */
function noting(opened: Opened, repeats: boolean[]): Opened {
  if (!('session' in opened)) return opened;
  const { session } = opened;
  return {
    ...opened,
    session: {
      ...session,
      next: async (last, turn) => {
        const move = await session.next(last, turn);
        if (move.kind === 'call') repeats.push(move.again === true);
        return move;
      },
    },
  };
}

/** Peak memory in MB; null if unreadable. */
type MemoryPeak = { serverMb: number | null; browserMb: number | null };

const everyMs = 250;

/**
 * Samples the proportional set size (PSS of Linux) of all processes that carry a mark, a server's and a browser's, four times a
 * second until it is stopped.
 */
function watchMemory(mark: string): { stop(): MemoryPeak } {
  const peak: MemoryPeak = { serverMb: null, browserMb: null };
  const look = () => {
    peak.serverMb = larger(peak.serverMb, megabytesOf(mark));
    peak.browserMb = larger(peak.browserMb, megabytesOf(`${mark}.browser`));
  };
  const timer = setInterval(look, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

function larger(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other > one) ? other : one;
}

function megabytesOf(mark: string): number | null {
  const sizes = carriersOf(mark).flatMap((pid) => {
    try {
      const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
      return kilobytes === undefined ? [] : [Number(kilobytes) / 1024];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
  return sizes.length === 0 ? null : sizes.reduce((sum, each) => sum + each, 0);
}
