import type { AdapterSession, Move, Pace, Turn } from '../adapters/adapter.ts';
import type { Answer, Tool } from '../servers/answer.ts';
import type { Budget } from './budget.ts';
import { modelCaps } from './caps.ts';
import {
  ApiRefusal,
  type AskedCall,
  type Conversation,
  CutAnswer,
  type ModelTurn,
  type Unsent,
} from './conversation.ts';
import { Patience } from './patience.ts';
import { cutAnswerPrompt } from './prompt.ts';

/** How often a request is sent again whose answer broke off. */
const maxResent = 2;

/** A token is hardly ever less than two bytes of what browsers and tools say. */
const bytesPerToken = 2;
/** More than the vendors count for an image that they have scaled down. */
const tokensPerImage = 5000;

export type ToolLoopOptions = {
  budget: Budget;
  maxTokens: number;
  /** Begins the conversation when the server's tools are known. */
  converse(tools: readonly Tool[], fetchOf: typeof fetch): Promise<Conversation>;
  /** Called when the API takes no request of ours. */
  refused(why: string): void;
  waitLimitMs?: number;
  pace?: Pace | undefined;
};

/**
 * The loop of every model adapter: asks the model, hands out the calls of its turn one by one, gives it all their
 * answers. A request is sent only where its worst case fits the budget; the calls of a turn that passes a cap are
 * not made.
 */
export class ToolLoop implements AdapterSession {
  private readonly options: ToolLoopOptions;
  private readonly patience: Patience;
  private tools: readonly Tool[] = [];
  private conversation: Conversation | null = null;
  private queue: AskedCall[] = [];
  private current: AskedCall | null = null;
  private answers: { id: string; answer: Answer }[] = [];
  private callsAsked = 0;
  /** Prompt and output of the last request, as reported: the next prompt has no more of it. */
  private knownTokens = 0;

  constructor(options: ToolLoopOptions) {
    this.options = options;
    this.patience = new Patience(options.waitLimitMs, options.pace);
  }

  meetTools(tools: readonly Tool[]): null {
    this.tools = tools;
    return null;
  }

  account() {
    return this.options.budget.account();
  }

  async next(last: Answer | null, turn: Turn): Promise<Move> {
    this.conversation ??= await this.options.converse(this.tools, this.patience.fetch);
    if (this.current && last) this.answers.push({ id: this.current.id, answer: last });
    this.current = null;
    if (this.queue.length === 0) {
      if (this.answers.length > 0) this.conversation.answer(this.answers);
      this.answers = [];
      const end = await this.askForCalls(this.conversation, turn);
      if (end) return end;
    }
    const call = this.queue.shift();
    if (!call) return { kind: 'done' };
    this.current = call;
    if ('wrong' in call) return { kind: 'invalid', tool: call.tool, why: call.wrong };
    return { kind: 'call', tool: call.tool, args: call.args };
  }

  /** Fills the queue with the calls of the model's next turn; null when it holds some. */
  private async askForCalls(conversation: Conversation, turn: Turn): Promise<Move | null> {
    for (;;) {
      const asked = await this.ask(conversation, turn);
      if ('kind' in asked) return asked;
      const { calls, end } = asked;
      if (end === 'cut' && calls.length === 0) {
        conversation.say(cutAnswerPrompt(this.options.maxTokens));
        continue;
      }
      if (calls.length === 0) return { kind: 'done' };
      this.callsAsked += calls.length;
      if (this.callsAsked > modelCaps.maxToolCalls) {
        return {
          kind: 'over_budget',
          why: `the model asks for call ${this.callsAsked}; ${modelCaps.maxToolCalls} are allowed a task`,
        };
      }
      const wrong = cutAnswerPrompt(this.options.maxTokens);
      this.queue = end === 'cut' ? calls.map(({ id, tool }) => ({ id, tool, wrong })) : calls;
      return null;
    }
  }

  private async ask(conversation: Conversation, turn: Turn): Promise<ModelTurn | Move> {
    const { budget } = this.options;
    for (let resent = 0; ; resent++) {
      const tooDear = budget.reserve(this.knownTokens + estimateTokens(conversation.unsent()));
      if (tooDear) return { kind: 'over_budget', why: tooDear };
      try {
        const answered = await this.patience.during(turn, () =>
          conversation.ask(AbortSignal.any([turn.signal, this.patience.signal])),
        );
        return this.settle(answered, turn);
      } catch (error) {
        if (error instanceof ApiRefusal) this.options.refused(error.message);
        if (!(error instanceof CutAnswer) || resent === maxResent) throw error;
        budget.lose();
      }
    }
  }

  private settle(answered: ModelTurn, turn: Turn): ModelTurn | Move {
    const { budget } = this.options;
    const { usage, text, calls } = answered;
    const before = budget.account()?.usd ?? 0;
    const tooDear = usage ? budget.charge(usage) : budget.chargeUnknown();
    if (usage) this.knownTokens = usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
    const after = budget.account()?.usd ?? null;
    turn.log({
      type: 'model_turn',
      text,
      calls: calls.map(({ tool }) => tool),
      tokens: usage,
      usd: after === null ? null : Number((after - before).toFixed(12)),
    });
    return tooDear ? { kind: 'over_budget', why: tooDear } : answered;
  }
}

function estimateTokens({ bytes, images }: Unsent): number {
  return Math.ceil(bytes / bytesPerToken) + images * tokensPerImage;
}
