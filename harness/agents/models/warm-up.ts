import { promptOf } from '../../task/given.ts';
import type { Move, WarmUp, WarmUpRequest } from '../built-in-agent.ts';
import type { Json } from './apis/api.ts';
import { doneTool } from './model-tools.ts';
import type { PaidModel } from './paid-model.ts';
import type { ModelProxy } from './proxy/model-proxy.ts';
import { ToolLoop, type ToolLoopOptions } from './tool-loop.ts';

export type WarmUpOptions = Pick<
  ToolLoopOptions,
  'api' | 'model' | 'effort' | 'sampling' | 'host' | 'endRun'
> & {
  /** The fields by which each answer has to be a call; null if the host is not known to accept them. */
  forced: Json | null;
  skill: string | null;
  openProxy: PaidModel['openProxy'];
  /** The reason why the run has already ended; null while it goes on. */
  refusal(): string | null;
};

/** The name of its file of recorded requests. */
const id = 'warm-up';

/** The user's message of a warm-up request. */
export const warmUpWords = (done: string) =>
  `This is a test of the connection, and no task. Call the tool ${done} now, with success true and without an answer.`;

/**
 * Sends one request with the system prompt and the tools of a run, and reads one answer. It finds, once a run, what
 * would fail every episode: no tool calls, no parser of them, a tool list that the host rejects or that does not fit
 * the context. Such a reason ends the run. It also completes the known deviations of the host: if the host rejects a
 * request that forces a call, the request is sent again without this. Throws only the reason of an aborted signal.
 */
export async function warmUp(
  { skill, forced, openProxy, refusal, ...loop }: WarmUpOptions,
  { task, tools, instructions, mostUsd, toolChoice, signal }: WarmUpRequest,
): Promise<WarmUp> {
  const { host, endRun } = loop;
  const { system } = promptOf(task, { maxSteps: 1, maxDurationMs: 1000 }, skill);
  const clock = { pause: () => {}, resume: () => {} };
  await using proxy = await openProxy(
    { id, maxUsd: task.maxUsd, ...(mostUsd === null ? {} : { mostUsd }) },
    clock,
  );
  const prompt = { system, task: warmUpWords(doneTool(tools).name) };
  const ask = async (): Promise<Answered> => {
    const session = new ToolLoop({ ...loop, isTrial: true, prompt, openProxy: async () => proxy });
    session.meetTools(tools, instructions);
    try {
      return answeredBy(
        await session.next(null, { ...clock, signal, log: () => {}, changedTools: async () => null }),
      );
    } catch (error) {
      if (signal.aborted) throw error;
      return { rejected: error instanceof Error ? error.message : String(error) };
    }
  };
  host.forced = toolChoice === 'auto' ? null : forced;
  let answered = await ask();
  if ('rejected' in answered && host.forced && toolChoice === null) {
    host.forced = null;
    answered = await ask();
  }
  const why = 'note' in answered ? null : 'rejected' in answered ? answered.rejected : answered.failed;
  if (why !== null) endRun(why);
  const note = refusal() ?? why ?? ('note' in answered ? answered.note : '');
  return { use: useOf(proxy), note, toolChoice: host.forced ? 'required' : 'auto' };
}

/**
 * `rejected`: the host rejects the form of the request. `failed`: another reason why no task can be played. `note`: any
 * answer of the model; it may refuse this request and play a task.
 */
type Answered = { rejected: string } | { failed: string } | { note: string };

function answeredBy(move: Move): Answered {
  if (move.kind === 'stopped' && move.stop === 'tool_error') return { rejected: move.why };
  if (move.kind === 'stopped' && move.stop !== 'model_refused') return { failed: move.why };
  const why = 'why' in move ? move.why : undefined;
  return { note: why ?? 'the model called a tool' };
}

/** The usage of all requests with an answer. */
function useOf(proxy: ModelProxy): WarmUp['use'] {
  const account = proxy.account();
  return account.requests > 0 || account.usd === null ? account : null;
}
