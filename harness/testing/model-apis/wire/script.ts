import type { Transport } from './transport.ts';

/** What the scripted model is asked. */
export type Question = {
  /** Counts the requests that reached the model, from 1. */
  number: number;
  model: string;
  tools: string[];
  /** Texts of the tools' answers so far, the newest last. */
  answers: string[];
};

/** Tokens; `input` without those read from or written to a cache, `output` with those of reasoning. */
export type Figures = Record<'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'reasoning', number>;

/** How an answer ends that is neither done nor cut nor a call: said by each dialect in its own words. */
type End = 'refusal' | 'pause' | 'context-full' | 'filtered' | 'failed';

export type Answer = {
  text?: string;
  thinking?: string;
  calls?: { tool: string; args: unknown }[];
  /** Figures that replace those counted; or what is wrong with the record: left out, without a field, without the output, all null. */
  usage?: Partial<Figures> | 'none' | 'empty' | 'partial' | 'null';
  /** The answer ended at the limit of output tokens. */
  cut?: boolean;
  end?: End;
  /** The model that the answer names, where it is not the one asked for. */
  answeredBy?: string;
  /** Shapes that clients do not foresee: a content of parts, arguments that are no text, a call that names no function. */
  misshapen?: 'array-content' | 'object-arguments' | 'no-function';
};

export type Reply =
  | Answer
  /** One of the dialect's refusals, by its rule: credit spent, limits, moderation. */
  | { refuse: string; retryAfterS?: number }
  | { status: number; headers?: Record<string, string>; message?: string }
  | { transport: Transport };

/** The model behind a vendor: what it says to one request. */
export type Script = (asked: Question) => Reply | Promise<Reply>;

/** An answer without text or calls is what vendors document too; this is what the dialects make of one. */
export function isSilent({ text, calls = [] }: Answer): boolean {
  return text === undefined && calls.length === 0;
}
