import type { Answer, Tool } from '../../servers/answer.ts';
import type { AdapterSession, Move, Turn } from '../adapter.ts';
import { askModel, type Refused } from './ask-model.ts';
import type {
  Ask,
  AskedCall,
  Conversation,
  Entry,
  ModelTurn,
  Quirk,
  ShownAnswer,
} from './conversations/conversation.ts';
import { answerInWords, doneTool, type Report, reportOf } from './done-tool.ts';
import { fitContext, tokensOf } from './fit-context.ts';
import { words } from './loop-words.ts';
import type { ModelProxy } from './proxy/proxy.ts';
import { quirkOf } from './quirk-of.ts';
import { calledTool, type SentTool, sentTools } from './sent-tools.ts';
import { shownAnswer } from './shown-answer.ts';

export type ToolLoopOptions = {
  conversation: Conversation;
  model: string;
  maxTokens: number;
  effort: string | null;
  prompt: { system: string; task: string };
  /** Tokens of a prompt that the model takes. */
  window: number;
  /** Called at the first step, with what makes the episode wait. */
  openProxy(clock: Pick<Turn, 'pause' | 'resume'>): Promise<ModelProxy>;
};

/** An API that has answered before is silent where a request has had no answer for this part of an episode's time. */
const silentPart = 0.5;

/**
 * The loop of every model adapter: asks the model, hands out the calls of its turn one by one, gives it all their
 * answers, until it says that it is done.
 */
export class ToolLoop implements AdapterSession {
  private readonly options: ToolLoopOptions;
  private proxy: ModelProxy | null = null;
  private tools: readonly SentTool[] = [];
  private done = '';
  private instructions: string | null = null;
  private entries: Entry[] = [];
  private queue: AskedCall[] = [];
  private current: AskedCall | null = null;
  private answers: ShownAnswer[] = [];
  private window: number;
  private readonly quirks = new Set<Quirk>();
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
    // One that has never answered has had nothing of the agent to think about.
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
    const shown = opening ? await shownAnswer(opening) : [];
    const text = shown.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    return [
      this.options.prompt.task,
      ...(text === '' ? [] : [words.opening(text)]),
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

  /** Fills the queue with the calls of the model's next turn; the end of the episode where there are none. */
  private async askForCalls(proxy: ModelProxy, turn: Turn): Promise<Move | null> {
    for (;;) {
      const changed = await turn.changedTools();
      if (changed) this.meetTools(changed, this.instructions);
      const answered = await this.ask(proxy, turn.signal);
      if ('refused' in answered) return this.endOf(answered);
      const { calls, end, said, text } = answered;
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
      if (said !== null) this.entries.push({ from: 'model', said });
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
        return { kind: 'done' };
      } else {
        this.wasNudged = true;
        this.entries.push({ from: 'user', text: words.nudge(this.done) });
      }
    }
  }

  /** Asks once more where the API refuses something that can be asked otherwise. */
  private async ask(proxy: ModelProxy, signal: AbortSignal): Promise<ModelTurn | Refused> {
    const { conversation, model, maxTokens, effort, prompt } = this.options;
    const besides = tokensOf({ prompt: prompt.system, tools: this.tools }) + maxTokens;
    this.entries = [...fitContext(this.entries, { window: this.window, besides })];
    let whole = 2;
    for (;;) {
      const { tools, entries, quirks } = this;
      const asked: Ask = {
        model,
        maxTokens,
        effort,
        system: prompt.system,
        tools,
        entries,
        quirks,
      };
      const answered = await askModel(conversation, asked, proxy, signal);
      if (!('refused' in answered)) return answered;
      const quirk = answered.refused === 'refused' ? quirkOf(answered.why) : null;
      if (quirk && !quirks.has(quirk)) this.quirks.add(quirk);
      else if (answered.refused === 'context' && whole > 0) {
        this.window = Math.min(this.window, besides + tokensOf(entries));
        whole -= 1;
        const shorter = fitContext(entries, { window: this.window, besides, full: 0.5, whole });
        this.entries = [...shorter];
      } else return answered;
    }
  }

  private endOf({ refused, why }: Refused): Move {
    if (refused === 'budget') return { kind: 'over_budget', why };
    if (refused === 'context') return { kind: 'stopped', stop: 'context_full', why };
    if (refused === 'moderated') return { kind: 'stopped', stop: 'model_refused', why };
    if (refused === 'gave_up' || refused === 'ends_run') return { kind: 'stopped', stop: 'model_error', why };
    throw new Error(`the API refused the request: ${why}`);
  }
}
