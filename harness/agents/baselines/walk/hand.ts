import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, lookupText, type Tool } from '../../../servers/answer.ts';
import { followTools } from '../../../servers/tool-mappings/follow-tools.ts';
import type {
  AnswerReference,
  MappedCall,
  Page,
  ShownElement,
  ToolMapping,
  VerbArguments,
} from '../../../servers/tool-mappings/tool-mapping.ts';
import { patternOf } from '../../../task/transcripts/session-values.ts';
import type { TranscriptCall } from '../../../task/transcripts/transcript.ts';
import { nameOf } from '../../../task/walkthroughs/find-element.ts';
import type { PageElement, PageTab } from '../../../task/walkthroughs/page-element.ts';
import { describeTarget, type Target } from '../../../task/walkthroughs/walkthrough.ts';
import type { BuiltInAgentSession, Move } from '../../built-in-agent.ts';

type Json = TranscriptCall['args'][string];

/** Reads pages and acts on them with the tools of one server, and remembers its answers. */
export class Hand {
  private readonly mapping: ToolMapping;
  private readonly answers: string[] = [];
  private page: Page;
  private tools: readonly Tool[] = [];

  constructor(mapping: ToolMapping) {
    this.mapping = mapping;
    this.page = mapping.firstPage;
  }

  /** Receives the tools of the release that is played; its calls follow them. */
  meet(tools: readonly Tool[]): void {
    this.tools = tools;
  }

  follow(call: MappedCall): MappedCall {
    return followTools(call, this.mapping, this.tools);
  }

  /** Receives the answer of the last call; the first one is that of the opening call (null without one). */
  hear(answer: Answer | null): void {
    const text = lookupText(answer);
    this.answers.push(text);
    const { opened } = this.mapping;
    const page = opened !== null && this.page === null ? new RegExp(opened).exec(text)?.[1] : undefined;
    if (opened !== null && page !== undefined) this.page = this.referTo(page, opened);
  }

  read(): MappedCall {
    return this.mapping.read(this.page);
  }

  /** Null if `read` already gives everything. */
  readWhole(): MappedCall | null {
    return this.mapping.readWhole?.(this.page) ?? null;
  }

  listTabs(): MappedCall {
    return this.mapping.tabs.list;
  }

  /** The elements of the page in the last answer. */
  elements(): PageElement[] {
    return this.mapping.elements(this.heard());
  }

  /** The tabs in the last answer. */
  tabs(): PageTab[] {
    return this.mapping.tabs.parse(this.heard());
  }

  /** Makes this tab of the last answer the current one for later calls. */
  goTo({ page, find }: PageTab): void {
    // No later call names the tab if the server selects it by a call of its own.
    if (this.page === null && find === null) return;
    this.page = typeof page === 'string' && find !== null ? this.referTo(page, find) : Number(page);
  }

  /** Null if the server can do the verb; else the reason. */
  whyCannot(verb: keyof VerbArguments): string | null {
    const way = this.mapping.verbs[verb];
    return 'why' in way ? way.why : null;
  }

  /** Throws if the server cannot do the verb. */
  say<Verb extends keyof VerbArguments>(verb: Verb, ask: VerbArguments[Verb]): readonly MappedCall[] {
    const way = this.mapping.verbs[verb];
    if ('why' in way) throw new Error(`${this.mapping.id} cannot: ${way.why}`);
    if (way.by === 'reading') throw new Error(`${this.mapping.id} has no tool to ${verb} with`);
    return way.say({ ...ask, page: this.page });
  }

  /** An element of the last answer, as calls name it; null if it has no ref. */
  shown(element: PageElement): ShownElement | null {
    const { role, name, ref } = element;
    if (ref === null) return null;
    const find = patternOf(element, this.elements());
    return { role, name, ref: find === null ? ref : this.referTo(String(ref), find) };
  }

  /** The first element with exactly this text, if the target gives nothing else; null if calls need a ref. */
  shownByText({ name, role, label, within, after }: Target): ShownElement | null {
    if (typeof name !== 'string' || [role, label, within, after].some((each) => each !== undefined))
      return null;
    const ref = this.mapping.byText?.(name);
    return ref === undefined ? null : { role: 'generic', name, ref };
  }

  private referTo(value: string, find: string): AnswerReference {
    return { value, answer: this.answers.length - 1, find };
  }

  /** Whether the server has no wait tool, so that the page is read again. */
  waitsByReading(): boolean {
    return this.mapping.verbs.wait.by === 'reading';
  }

  /** Drops the last answer, because it showed nothing of the page. */
  overlook(): void {
    this.answers[this.answers.length - 1] = '';
  }

  /** The text of the page in the last answer. */
  text(): string {
    return this.mapping.text?.(this.heard()) ?? this.heard();
  }

  /** The last answer. */
  heard(): string {
    return this.answers.at(-1) ?? '';
  }
}

/** The call as it is sent, and as a transcript stores it, with a reference in place of each value from an answer. */
function toMove({ tool, args }: MappedCall): Move {
  return {
    kind: 'call',
    tool,
    args: sentArgs(args),
    storedArgs: written(args, reference),
  };
}

/** The arguments of a call as they are sent: the values of references, without the arguments that are left out. */
export function sentArgs(args: MappedCall['args']): Record<string, Json> {
  return written(args, ({ value }) => value);
}

function reference({ answer, find }: AnswerReference): Json {
  return { $answer: answer, find };
}

function written(args: MappedCall['args'], say: (from: AnswerReference) => Json): Record<string, Json> {
  const write = (value: NonNullable<MappedCall['args'][string]>): Json => {
    if (typeof value !== 'object') return value;
    if (isReference(value)) return say(value);
    if (isList(value)) return value.map(write);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, write(each)]));
  };
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, write(value)]],
    ),
  );
}

function isReference(value: object): value is AnswerReference {
  return 'find' in value && 'answer' in value;
}

function isList(value: object): value is readonly NonNullable<MappedCall['args'][string]>[] {
  return Array.isArray(value);
}

const maxOffered = 12;

/** The error for a target that was not found: the elements that were offered. */
export function notFound(target: Target, found: readonly PageElement[], all: readonly PageElement[]): string {
  const offered = (
    found.length > 0 ? found : all.filter(({ role }) => role === target.role || target.role === undefined)
  ).map((element) => `${element.role} ${JSON.stringify(nameOf(all, element))}`);
  const more = offered.length > maxOffered ? ` and ${offered.length - maxOffered} more` : '';
  const names = offered.slice(0, maxOffered).join(', ') || 'no element of that role';
  const start =
    found.length === 0 ? 'not found; the reading of the server has' : `${found.length} elements match:`;
  return `${describeTarget(target)}: ${start} ${names}${more}`;
}

/**
 * The next step: a call, whose answer the hand receives, or a pause. `again`: the call repeats the one before it, whose
 * answer came too early.
 */
type Act = { say: MappedCall; again?: boolean } | { pauseMs: number };

export type Acts<Result> = Generator<Act, Result, undefined>;

/** The limit of a repeated error of the server, in characters. */
const maxSaid = 300;

/** Sends the calls of the acts until they end. An error answer is thrown at its call, unless `pastErrors` is set. */
export function playActs(
  hand: Hand,
  acts: Acts<string | null>,
  { pastErrors }: { pastErrors: boolean },
): Required<Pick<BuiltInAgentSession, 'next' | 'meetTools'>> & { ended(): { answer: string | null } | null } {
  let end: { answer: string | null } | null = null;
  return {
    meetTools: (tools) => {
      hand.meet(tools);
      return null;
    },
    next: async (last, { signal }) => {
      hand.hear(last);
      const refused = last?.isError && !pastErrors ? last.text.slice(0, maxSaid) : null;
      let act = refused === null ? acts.next() : acts.throw(new Error(`the server answered: ${refused}`));
      while (!act.done) {
        if ('say' in act.value) {
          const { say, again = false } = act.value;
          return { ...toMove(hand.follow(say)), ...(again && { again }) };
        }
        await delay(act.value.pauseMs, undefined, { signal });
        act = acts.next();
      }
      end = { answer: act.value };
      return { kind: 'done' };
    },
    ended: () => end,
  };
}
