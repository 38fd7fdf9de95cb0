import { count, quote } from '../../platform/words/format.ts';
import type { Answer, Tool } from '../../servers/answer.ts';
import type { BuiltInAgentSession, Move, Turn } from '../built-in-agent.ts';
import { answerInWords, type Report, reportOf } from '../report.ts';
import type {
  Api,
  Entry,
  Json,
  ModelCall,
  ModelRequest,
  ModelTurn,
  Quirk,
  Sampling,
  ShownAnswer,
} from './apis/api.ts';
import { askModel, type Refusal } from './ask-model.ts';
import { contextLimitsIn, outputLimitOf } from './context-limits.ts';
import { fitContext, tokensOf } from './fit-context.ts';
import {
  calledTool,
  doneTool,
  refusedTools,
  type SentTool,
  sentTools,
  withShortDescriptions,
} from './model-tools.ts';
import { PromptWatch } from './prompt-watch.ts';
import type { ModelProxy } from './proxy/model-proxy.ts';
import { quirkOf } from './proxy/upstream.ts';
import { openingWords, shownAnswer } from './shown-answer.ts';

/** What is known of the host of a model. All episodes of a run share it, so that each deviation costs one request. */
export type HostState = {
  /** The limit of a prompt with its answer, in tokens. */
  window: number;
  /** The limit of one answer, in tokens. */
  maxTokens: number;
  quirks: Set<Quirk>;
  /** The fields by which each answer has to be a call, if the warm-up request found that the host accepts them. */
  forced?: Json | null;
};

export type ToolLoopOptions = {
  api: Api;
  model: string;
  effort: string | null;
  sampling?: Sampling | undefined;
  prompt: { system: string; task: string };
  /** Completed by the host's answers. */
  host: HostState;
  /** Ends the run, because every later episode would fail for the same reason. */
  endRun(why: string): void;
  /** One answer is enough, with or without a call. */
  isTrial?: true;
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

/** After this number of answers in a row that were cut, the model does not get on. */
const mostCuts = 3;

/** With fewer tokens a model cannot write a call. */
const leastOutput = 256;

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
  private readonly watch = new PromptWatch();
  private wasNudged = false;
  private cuts = 0;
  private said: Report = { success: null, answer: null };
  private stopReason: string | null = null;

  constructor(options: ToolLoopOptions) {
    this.options = options;
  }

  meetTools(tools: readonly Tool[], instructions: string | null = null): null {
    const done = doneTool(tools);
    this.tools = sentTools([...tools, done]);
    this.done = this.tools.at(-1)?.name ?? done.name;
    this.instructions = instructions;
    this.watch.forget();
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
      const { maxTokens } = this.options.host;
      turn.log({
        type: 'model_turn',
        text,
        calls: calls.map(({ tool }) => tool),
        stopReason: this.stopReason,
        tokens: used?.tokens ?? null,
        usd: used?.usd ?? null,
      });
      const cut = this.watchesPrompt ? this.watch.cut(this.entries, promptTokensOf(used)) : null;
      if (cut) return { kind: 'stopped', stop: 'model_error', why: cut };
      const why = `the model stopped: ${this.stopReason ?? 'it gave no reason'}`;
      if (end === 'refusal') return { kind: 'stopped', stop: 'model_refused', why };
      if (end === 'error') return { kind: 'stopped', stop: 'model_error', why };
      if (raw !== null) this.entries.push({ from: 'model', raw });
      if (end === 'context' && calls.length === 0) return { kind: 'stopped', stop: 'context_full', why };
      if (end === 'pause') {
        this.entries.push({ from: 'user', text: words.goOn });
        continue;
      }
      this.cuts = end === 'cut' ? this.cuts + 1 : 0;
      const { isTrial } = this.options;
      if (isTrial && end === 'cut') return { kind: 'done', why: `the answer was cut at ${maxTokens} tokens` };
      if (this.cuts === mostCuts)
        return { kind: 'done', why: `${mostCuts} answers in a row were cut at ${maxTokens} tokens` };
      if (calls.length > 0) {
        const wrong = words.cut(maxTokens);
        this.queue = end === 'cut' ? calls.map(({ id, tool }) => ({ id, tool, wrong })) : calls;
        this.wasNudged = false;
        return null;
      }
      if (end === 'cut') this.entries.push({ from: 'user', text: words.cut(maxTokens) });
      else if ((isTrial || this.wasNudged) && this.leaks(text)) return this.leaked(text);
      else if (isTrial || this.wasNudged) {
        this.said = { success: null, answer: answerInWords(text) };
        return { kind: 'done', ...this.whyNoCall(text) };
      } else {
        this.wasNudged = true;
        this.entries.push({ from: 'user', text: words.nudge(this.done) });
      }
    }
  }

  /** Whether the host did not parse the calls: a text has the form of a call of an offered tool, and no call ever came. */
  private leaks(text: string): boolean {
    const hasCalled = this.entries.some(({ from }) => from === 'tools');
    return !hasCalled && callAsText.test(text) && this.tools.some(({ name }) => text.includes(name));
  }

  /** Every later episode would fail in the same way. */
  private leaked(text: string): Move {
    const why = `the host does not parse the model's tool calls, and passes them on as text: ${quote(text.trim(), 200)}; start the model with its own template and a parser of calls (llama-server: --jinja, vLLM: --tool-call-parser)`;
    this.options.endRun(why);
    return { kind: 'stopped', stop: 'model_error', why };
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

  /** Only hosts of chat completions cut a conversation without an error. */
  private get watchesPrompt(): boolean {
    return this.options.api.id === 'chat';
  }

  /** Retries with a changed request if the API rejects something that has an alternative. */
  private async ask(proxy: ModelProxy, signal: AbortSignal): Promise<ModelTurn | Refusal> {
    const { api, model, effort, sampling, prompt, host } = this.options;
    this.shorten(fitContext(this.entries, { window: host.window, besides: this.besides() }));
    let whole = 2;
    for (;;) {
      const { entries } = this;
      const { quirks, maxTokens } = host;
      const tools = quirks.has('short_descriptions') ? withShortDescriptions(this.tools) : this.tools;
      const asked: ModelRequest = {
        model,
        maxTokens,
        effort,
        sampling,
        system: prompt.system,
        tools,
        entries,
        quirks,
        forced: host.forced,
      };
      const answered = await askModel(api, asked, proxy, signal);
      if (!('refused' in answered)) return answered;
      const quirk = answered.refused === 'refused' ? quirkOf(answered.why) : null;
      if (quirk && !quirks.has(quirk)) {
        quirks.add(quirk);
        this.watch.forget();
      } else if (answered.refused !== 'context') return answered;
      else if (!this.lowerOutput(answered.why)) {
        if (whole === 0) return answered;
        host.window = Math.min(host.window, this.besides() + tokensOf(entries));
        whole -= 1;
        this.shorten(fitContext(entries, { window: host.window, besides: this.besides(), full: 0.5, whole }));
      }
    }
  }

  private besides(): number {
    const { prompt, host } = this.options;
    return tokensOf({ prompt: prompt.system, tools: this.tools }) + host.maxTokens;
  }

  private shorten(entries: readonly Entry[]): void {
    if (entries.some((entry, index) => entry !== this.entries[index])) this.watch.forget();
    this.entries = [...entries];
  }

  /** Asks for shorter answers if the host has a smaller context than expected. False if the limit is low already. */
  private lowerOutput(refusal: string): boolean {
    const { host } = this.options;
    const { window, prompt } = contextLimitsIn(refusal);
    if (window === null) return false;
    const left = Math.min(outputLimitOf(window), window - (prompt ?? 0));
    if (left < leastOutput || left >= host.maxTokens) return false;
    host.window = Math.min(host.window, window);
    host.maxTokens = left;
    return true;
  }

  /** The context is too small for the first request already, so no task can be played. */
  private tooSmall(refusal: string): Move {
    const { prompt } = contextLimitsIn(refusal);
    const tools = `${count(this.tools.length, 'tool')} (about ${tokensOf(this.tools)} tokens)`;
    const why = `the first request${prompt === null ? '' : ` of ${prompt} tokens`} does not fit the context of the model, with ${tools}: ${refusal}; start the model with a larger context, or choose a server with fewer tools`;
    this.options.endRun(why);
    return { kind: 'stopped', stop: 'model_error', why };
  }

  private endOf({ refused, why }: Refusal): Move {
    if (refused === 'budget') return { kind: 'over_budget', why };
    if (refused === 'context' && !this.entries.some(({ from }) => from === 'model'))
      return this.tooSmall(why);
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

function promptTokensOf(used: ReturnType<ModelProxy['last']>): number | null {
  const tokens = used?.tokens;
  return tokens ? tokens.input + tokens.cacheRead + tokens.cacheWrite : null;
}
