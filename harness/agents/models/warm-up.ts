import { promptOf } from '../../task/given.ts';
import type { Move, WarmUp, WarmUpRequest } from '../built-in-agent.ts';
import { doneTool } from './model-tools.ts';
import type { PaidModel } from './paid-model.ts';
import type { ModelProxy } from './proxy/model-proxy.ts';
import { ToolLoop, type ToolLoopOptions } from './tool-loop.ts';

export type WarmUpOptions = Pick<ToolLoopOptions, 'api' | 'model' | 'effort' | 'host' | 'endRun'> & {
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
 * the context. Such a reason ends the run. It also completes the known deviations of the host. Throws only the reason
 * of an aborted signal.
 */
export async function warmUp(
  { skill, openProxy, refusal, ...loop }: WarmUpOptions,
  { task, tools, instructions, mostUsd, signal }: WarmUpRequest,
): Promise<WarmUp> {
  const { system } = promptOf(task, { maxSteps: 1, maxDurationMs: 1000 }, skill);
  const clock = { pause: () => {}, resume: () => {} };
  await using proxy = await openProxy(
    { id, maxUsd: task.maxUsd, ...(mostUsd === null ? {} : { mostUsd }) },
    clock,
  );
  const session = new ToolLoop({
    ...loop,
    isTrial: true,
    prompt: { system, task: warmUpWords(doneTool(tools).name) },
    openProxy: async () => proxy,
  });
  session.meetTools(tools, instructions);
  try {
    const turn = { ...clock, signal, log: () => {}, changedTools: async () => null };
    const move = await session.next(null, turn);
    const why = whyNoTask(move);
    if (why !== null) loop.endRun(why);
    return { use: useOf(proxy), note: refusal() ?? noteOf(move) };
  } catch (error) {
    if (signal.aborted) throw error;
    loop.endRun(error instanceof Error ? error.message : String(error));
    return { use: useOf(proxy), note: refusal() ?? '' };
  }
}

/** Why no task of the run can be played; null if one may. A model may refuse this request and play a task. */
function whyNoTask(move: Move): string | null {
  return move.kind === 'stopped' && move.stop !== 'model_refused' ? move.why : null;
}

function noteOf(move: Move): string {
  const why = 'why' in move ? move.why : undefined;
  return why ?? 'the model called a tool';
}

/** The usage of all requests with an answer. */
function useOf(proxy: ModelProxy): WarmUp['use'] {
  const account = proxy.account();
  return account.requests > 0 || account.usd === null ? account : null;
}
