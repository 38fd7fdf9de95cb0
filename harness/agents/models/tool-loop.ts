import { jsonOrUndefined, wellFormedJson } from '../../platform/errors/json.ts';
import { quote } from '../../platform/words/format.ts';
import type { Answer, Tool } from '../../servers/answer.ts';
import type { BuiltInAgentSession, Move, Turn } from '../built-in-agent.ts';
import { answerInWords, type Report, reportOf } from '../report.ts';
import {
  type Api,
  CutAnswer,
  type Entry,
  Json,
  type ModelCall,
  type ModelRequest,
  type ModelTurn,
  type Quirk,
  type ShownAnswer,
} from './apis/api.ts';
import { fitContext, tokensOf } from './fit-context.ts';
import {
  calledTool,
  doneTool,
  refusedTools,
  type SentTool,
  sentTools,
  withShortDescriptions,
} from './model-tools.ts';
import { type ModelProxy, type ProxyWord, proxyHeader } from './proxy/model-proxy.ts';
import { quirkOf, readAll, send } from './proxy/upstream.ts';
import { openingWords, shownAnswer } from './shown-answer.ts';

export type ToolLoopOptions = {
  api: Api;
  model: string;
  maxTokens: number;
  effort: string | null;
  prompt: { system: string; task: string };
  /** The model's limit of a prompt, in tokens. */
  window: number;
  /** The known deviations of the host; those that its answers show are added. */
  quirks: Set<Quirk>;
  /** Called at the first step, with the episode's clock. */
  openProxy(clock: Pick<Turn, 'pause' | 'resume'>): Promise<ModelProxy>;
};

/** The harness's own messages to a model. */
const words = {
  cut: (maxTokens: number) =>
    `Your answer was cut at ${maxTokens} tokens and nothing of it was done. Go on, more briefly.`,
  /** Sent after a message of the model, because newer models reject a conversation that ends with their own message. */
  goOn: 'Go on.',
  nudge: (done: string) =>
    `You called no tool. Go on with a tool call, or call ${done} if the task has ended.`,
  instructions: (text: string) => `The server of the tools says of them:\n${text}`,
} as const;

/** An API that has answered before counts as silent if a request is unanswered for this share of the episode's time. */
const silentPart = 0.5;

/**
 * The loop of every model agent: requests a turn of the model, runs its calls one at a time, and sends all answers
 * back, until the model calls `done`.
 */
export class ToolLoop implements BuiltInAgentSession {
  private readonly options: ToolLoopOptions;
  private proxy: ModelProxy | null = null;
  private tools: readonly SentTool[] = [];
  private done = '';
  private instructions: string | null = null;
  private entries: Entry[] = [];
  private queue: ModelCall[] = [];
  private current: ModelCall | null = null;
  private answers: ShownAnswer[] = [];
  private window: number;
  private wasNudged = false;
  private said: Report = { success: null, answer: null };
  private stopReason: string | null = null;

  constructor(options: ToolLoopOptions) {
    this.options = options;
    this.window = options.window;
  }

  meetTools(tools: readonly Tool[], instructions: string | null = null): null {
    const done = doneTool(tools);
    this.tools = sentTools([...tools, done]);
    this.done = this.tools.at(-1)?.name ?? done.name;
    this.instructions = instructions;
    return null;
  }

  account() {
    return this.proxy?.account() ?? null;
  }

  report() {
    return { ...this.said, stopReason: this.stopReason };
  }

  silence(limitMs: number): string | null {
    const ms = this.proxy?.unansweredMs() ?? null;
    if (ms === null) return null;
    // Without any answer so far, the delay is never due to the agent's context.
    const hasAnswered = this.entries.some(({ from }) => from === 'model');
    if (hasAnswered && ms < limitMs * silentPart) return null;
    return `the API had not answered a request for ${Math.round(ms / 1000)} s when the time was up`;
  }

  async end(): Promise<void> {
    await this.proxy?.[Symbol.asyncDispose]();
  }

  async next(last: Answer | null, turn: Turn): Promise<Move> {
    if (!this.proxy) {
      this.proxy = await this.options.openProxy(turn);
      this.entries.push({ from: 'user', text: await this.firstWords(last) });
    } else await this.take(last);
    if (this.queue.length === 0) {
      const end = await this.askForCalls(this.proxy, turn);
      if (end) return end;
    }
    const call = this.queue.shift();
    if (!call) return { kind: 'done' };
    this.current = call;
    if ('wrong' in call) return { kind: 'invalid', tool: call.tool, why: call.wrong };
    if (call.tool === this.done) {
      this.said = reportOf(call.args);
      return { kind: 'done' };
    }
    return { kind: 'call', ...calledTool(this.tools, call) };
  }

  private async firstWords(opening: Answer | null): Promise<string> {
    return [
      this.options.prompt.task,
      ...(await openingWords(opening)),
      ...(this.instructions ? [words.instructions(this.instructions)] : []),
    ].join('\n\n');
  }

  private async take(last: Answer | null): Promise<void> {
    const { current } = this;
    if (current && last) {
      const blocks = await shownAnswer(last);
      this.answers.push({ id: current.id, tool: current.tool, isError: last.isError, blocks });
    }
    this.current = null;
    if (this.queue.length > 0 || this.answers.length === 0) return;
    this.entries.push({ from: 'tools', answers: this.answers });
    this.answers = [];
  }

  /** Fills the queue with the calls of the model's next turn; returns the end of the episode if there are none. */
  private async askForCalls(proxy: ModelProxy, turn: Turn): Promise<Move | null> {
    for (;;) {
      const changed = await turn.changedTools();
      if (changed) this.meetTools(changed, this.instructions);
      const answered = await this.ask(proxy, turn.signal);
      if ('refused' in answered) return this.endOf(answered);
      const { calls, end, raw, text } = answered;
      this.stopReason = answered.stopReason;
      const used = proxy.last();
      turn.log({
        type: 'model_turn',
        text,
        calls: calls.map(({ tool }) => tool),
        stopReason: this.stopReason,
        tokens: used?.tokens ?? null,
        usd: used?.usd ?? null,
      });
      const why = `the model stopped: ${this.stopReason ?? 'it gave no reason'}`;
      if (end === 'refusal') return { kind: 'stopped', stop: 'model_refused', why };
      if (end === 'error') return { kind: 'stopped', stop: 'model_error', why };
      if (raw !== null) this.entries.push({ from: 'model', raw });
      if (end === 'context' && calls.length === 0) return { kind: 'stopped', stop: 'context_full', why };
      if (end === 'pause') {
        this.entries.push({ from: 'user', text: words.goOn });
        continue;
      }
      if (calls.length > 0) {
        const wrong = words.cut(this.options.maxTokens);
        this.queue = end === 'cut' ? calls.map(({ id, tool }) => ({ id, tool, wrong })) : calls;
        this.wasNudged = false;
        return null;
      }
      if (end === 'cut') this.entries.push({ from: 'user', text: words.cut(this.options.maxTokens) });
      else if (this.wasNudged) {
        this.said = { success: null, answer: answerInWords(text) };
        return { kind: 'done', ...this.whyNoCall(text) };
      } else {
        this.wasNudged = true;
        this.entries.push({ from: 'user', text: words.nudge(this.done) });
      }
    }
  }

  /** The explanation of a failed episode: the model made no call, or wrote its calls as text. */
  private whyNoCall(text: string): { why?: string } {
    const hasCalled = this.entries.some(({ from }) => from === 'tools');
    const wrote = quote(text.trim(), 200);
    if (hasCalled)
      return callAsText.test(text) ? { why: `the model wrote its last call as text: ${wrote}` } : {};
    const words = text.trim() === '' ? 'it wrote nothing' : `it wrote: ${wrote}`;
    return { why: `the model made no tool call; ${words}` };
  }

  /** Retries with a changed request if the API rejects something that has an alternative. */
  private async ask(proxy: ModelProxy, signal: AbortSignal): Promise<ModelTurn | Refusal> {
    const { api, model, maxTokens, effort, prompt } = this.options;
    const besides = tokensOf({ prompt: prompt.system, tools: this.tools }) + maxTokens;
    this.entries = [...fitContext(this.entries, { window: this.window, besides })];
    let whole = 2;
    for (;;) {
      const { entries } = this;
      const { quirks } = this.options;
      const tools = quirks.has('short_descriptions') ? withShortDescriptions(this.tools) : this.tools;
      const asked: ModelRequest = {
        model,
        maxTokens,
        effort,
        system: prompt.system,
        tools,
        entries,
        quirks,
      };
      const answered = await askModel(api, asked, proxy, signal);
      if (!('refused' in answered)) return answered;
      const quirk = answered.refused === 'refused' ? quirkOf(answered.why) : null;
      if (quirk && !quirks.has(quirk)) quirks.add(quirk);
      else if (answered.refused === 'context' && whole > 0) {
        this.window = Math.min(this.window, besides + tokensOf(entries));
        whole -= 1;
        const shorter = fitContext(entries, { window: this.window, besides, full: 0.5, whole });
        this.entries = [...shorter];
      } else return answered;
    }
  }

  private endOf({ refused, why }: Refusal): Move {
    if (refused === 'budget') return { kind: 'over_budget', why };
    if (refused === 'context') return { kind: 'stopped', stop: 'context_full', why };
    if (refused === 'moderated') return { kind: 'stopped', stop: 'model_refused', why };
    if (refused === 'gave_up' || refused === 'ends_run') return { kind: 'stopped', stop: 'model_error', why };
    const ofTools = refusedTools(why, this.tools);
    if (ofTools) return { kind: 'stopped', stop: 'tool_error', why: ofTools };
    throw new Error(`the API refused the request: ${why}`);
  }
}

/** How models write a call that the host did not parse. */
const callAsText =
  /<\|?(tool_call|function|tool_use|invoke)|\[TOOL_CALLS?\]|"(name|tool|function)"\s*:.{0,200}"(arguments|parameters|args|input)"\s*:/is;

/** A request without an answer of the model. */
type Refusal = { refused: ProxyWord; why: string };

/** The limit of retries after an answer that broke off, or that the vendor reports as failed. */
const maxResent = 2;

/**
 * Sends a request to a model through the proxy. Throws only the reason of an aborted signal, never because of the API.
 */
async function askModel(
  api: Api,
  request: ModelRequest,
  proxy: ModelProxy,
  signal: AbortSignal,
): Promise<ModelTurn | Refusal> {
  for (let resent = 0; ; resent++) {
    try {
      const answer = await send(new URL(`${proxy.url}${api.path(request.model)}`), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...api.headers,
          ...api.keyHeaders(proxy.placeholder),
        },
        body: wellFormedJson(api.build(request)),
        signal,
      });
      const text = (await readAll(answer)).toString('utf8');
      if (answer.statusCode !== 200) return refusedOf(answer.headers[proxyHeader], text);
      const turn = api.read(objectIn(text), request.entries.length);
      if (turn.end !== 'error' || resent === maxResent) return turn;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (resent === maxResent) return { refused: 'gave_up', why: breakOf(error) };
    }
  }
}

function refusedOf(word: string | string[] | undefined, text: string): Refusal {
  // The proxy sets this header on every unsuccessful answer.
  return { refused: (word as ProxyWord | undefined) ?? 'gave_up', why: messageIn(text) };
}

function objectIn(text: string): Json {
  const value = jsonOrUndefined(text);
  if (value === undefined) throw new CutAnswer('the answer of the API is invalid JSON');
  const { data } = Json.safeParse(value);
  if (!data) throw new CutAnswer('the answer of the API is not an object');
  return data;
}

/** The message of a refusal in a vendor's format, else the whole text. */
function messageIn(text: string): string {
  const message = /"message":\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1]?.slice(1, -1);
  // A forwarding host uses this message for everything, and the real error is in the rest.
  return message === undefined || message === 'Provider returned error' ? text.slice(0, 1000) : message;
}

function breakOf(error: unknown): string {
  if (error instanceof CutAnswer) return error.message;
  return `the answer of the API broke off: ${error instanceof Error ? error.message : error}`;
}
