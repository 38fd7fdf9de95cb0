import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, lookupText } from '../../../servers/answer.ts';
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

/** Looks at pages and acts on them by the tools of one server; knows what its answers told so far. */
export class Hand {
  private readonly mapping: ToolMapping;
  private readonly answers: string[] = [];
  private page: Page;

  constructor(mapping: ToolMapping) {
    this.mapping = mapping;
    this.page = mapping.firstPage;
  }

  /** Takes the answer of the call before, first that of the opening call (null without one). */
  hear(answer: Answer | null): void {
    const text = lookupText(answer);
    this.answers.push(text);
    const { opened } = this.mapping;
    const told = opened !== null && this.page === null ? new RegExp(opened).exec(text)?.[1] : undefined;
    if (opened !== null && told !== undefined) this.page = this.told(told, opened);
  }

  read(): MappedCall {
    return this.mapping.read(this.page);
  }

  /** Null where the other reading leaves nothing out that the server could give. */
  readWhole(): MappedCall | null {
    return this.mapping.readWhole?.(this.page) ?? null;
  }

  listTabs(): MappedCall {
    return this.mapping.tabs.list;
  }

  /** What the last answer shows of the page. */
  elements(): PageElement[] {
    return this.mapping.elements(this.heard());
  }

  /** What the last answer lists. */
  tabs(): PageTab[] {
    return this.mapping.tabs.parse(this.heard());
  }

  /** Later calls are for this tab of the last answer. */
  goTo({ page, find }: PageTab): void {
    // Where the server says which one by a call of its own, no later call names it.
    if (this.page === null && find === null) return;
    this.page = typeof page === 'string' && find !== null ? this.told(page, find) : Number(page);
  }

  /** Whether the server has a way for the verb; else why not. */
  whyCannot(verb: keyof VerbArguments): string | null {
    const way = this.mapping.verbs[verb];
    return way.by === 'nobody' ? way.why : null;
  }

  /** Throws where the server has no way for it. */
  say<Verb extends keyof VerbArguments>(verb: Verb, ask: VerbArguments[Verb]): readonly MappedCall[] {
    const way = this.mapping.verbs[verb];
    if (way.by === 'nobody') throw new Error(`${this.mapping.id} cannot: ${way.why}`);
    if (way.by === 'reading') throw new Error(`${this.mapping.id} has no tool to ${verb} with`);
    return way.say({ ...ask, page: this.page });
  }

  /** An element of the last answer, as calls name it; null where the server gave it no name. */
  shown(element: PageElement): ShownElement | null {
    const { role, name, ref } = element;
    if (ref === null) return null;
    const find = patternOf(element, this.elements());
    return { role, name, ref: find === null ? ref : this.told(String(ref), find) };
  }

  private told(told: string, find: string): AnswerReference {
    return { told, answer: this.answers.length - 1, find };
  }

  /** Whether the server has no tool to wait with, and is asked for the page again. */
  waitsByReading(): boolean {
    return this.mapping.verbs.wait.by === 'reading';
  }

  /** The last answer showed nothing of the page. */
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

/** The call as it is sent, and as a transcript stores it: what an answer told by a reference to that answer. */
function toMove({ tool, args }: MappedCall): Move {
  return {
    kind: 'call',
    tool,
    args: written(args, ({ told }) => told),
    storedArgs: written(args, reference),
  };
}

function reference({ answer, find }: AnswerReference): Json {
  return { $answer: answer, find };
}

function written(args: MappedCall['args'], say: (told: AnswerReference) => Json): Record<string, Json> {
  const write = (value: NonNullable<MappedCall['args'][string]>): Json => {
    if (typeof value !== 'object') return value;
    if (isTold(value)) return say(value);
    if (isList(value)) return value.map(write);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, write(each)]));
  };
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, write(value)]],
    ),
  );
}

function isTold(value: object): value is AnswerReference {
  return 'told' in value && 'find' in value;
}

function isList(value: object): value is readonly NonNullable<MappedCall['args'][string]>[] {
  return Array.isArray(value);
}

const maxOffered = 12;

/** Why a target was not acted on: what was offered in its place. */
export function notFound(target: Target, found: readonly PageElement[], all: readonly PageElement[]): string {
  const offered = (
    found.length > 0 ? found : all.filter(({ role }) => role === target.role || target.role === undefined)
  ).map((element) => `${element.role} ${JSON.stringify(nameOf(all, element))}`);
  const more = offered.length > maxOffered ? ` and ${offered.length - maxOffered} more` : '';
  return `${describeTarget(target)}: found ${found.length === 0 ? 'none' : found.length}; offered were ${
    offered.slice(0, maxOffered).join(', ') || 'none of that role'
  }${more}`;
}

/** What is to be done next: a call whose answer the hand hears, or a pause. */
type Act = { say: MappedCall } | { pauseMs: number };

export type Acts<Result> = Generator<Act, Result, undefined>;

/** Characters of an error of the server that its episode repeats. */
const maxSaid = 300;

/**
 * Sends what the acts say, until they end. An answer that is an error is thrown where its call was said, unless the acts
 * go on `pastErrors`.
 */
export function playActs(
  hand: Hand,
  acts: Acts<string | null>,
  { pastErrors }: { pastErrors: boolean },
): Pick<BuiltInAgentSession, 'next'> & { ended(): { answer: string | null } | null } {
  let end: { answer: string | null } | null = null;
  return {
    next: async (last, { signal }) => {
      hand.hear(last);
      const refused = last?.isError && !pastErrors ? last.text.slice(0, maxSaid) : null;
      let act = refused === null ? acts.next() : acts.throw(new Error(`the server answered: ${refused}`));
      while (!act.done) {
        if ('say' in act.value) return toMove(act.value.say);
        await delay(act.value.pauseMs, undefined, { signal });
        act = acts.next();
      }
      end = { answer: act.value };
      return { kind: 'done' };
    },
    ended: () => end,
  };
}
