import type { Dialect, Json } from '../proxy/dialects/dialect.ts';
import type { SentTool } from '../sent-tools.ts';
import type { ShownBlock } from '../shown-answer.ts';

/** One tool call that a model asks for. */
export type AskedCall = {
  /** The vendor's name of this call, by which its answer is given back. */
  id: string;
  /** As the model calls it. */
  tool: string;
} & (
  | { args: Record<string, unknown> }
  /** Why what was asked for is no call that could be sent. */
  | { wrong: string }
);

/** The answer of one call, as a model is handed it. */
export type ShownAnswer = { id: string; tool: string; isError: boolean; blocks: ShownBlock[] };

/** What has been said, oldest first; `said` is in the vendor's own form, as it came. */
export type Entry =
  | { from: 'user'; text: string }
  | { from: 'model'; said: unknown }
  | { from: 'tools'; answers: readonly ShownAnswer[] };

/** All that one request is made of. */
export type Ask = {
  model: string;
  maxTokens: number;
  effort: string | null;
  system: string;
  tools: readonly SentTool[];
  entries: readonly Entry[];
  /** What the host was found to want otherwise than others do. */
  quirks: ReadonlySet<Quirk>;
};

/**
 * `old_limit_name`: refuses `max_completion_tokens`, the newer name of the limit. `no_images`: its model sees none.
 * `images_in_answers`: takes no message of the user right after the answers of tools, where images would stand.
 */
export type Quirk = 'old_limit_name' | 'no_images' | 'images_in_answers';

/** What a model answered to one request. */
export type ModelTurn = {
  /** Goes back with the next request as it is; null where nothing may. */
  said: unknown;
  text: string;
  calls: AskedCall[];
  end: TurnEnd;
  /** The vendor's own word for why the answer ended, and what it explained. */
  stopReason: string | null;
};

/**
 * `cut`: at the limit of output tokens; what it asks for may be incomplete. `pause`: it would go on if it were asked
 * again. `error`: the vendor says that this answer came to nothing.
 */
type TurnEnd = 'calls' | 'text' | 'cut' | 'pause' | 'refusal' | 'context' | 'error';

/** How a conversation is put into the requests of one dialect, and what its answers say. Pure. */
export type Conversation = {
  dialect: Dialect;
  path(model: string): string;
  build(ask: Ask): Json;
  /** Throws `CutAnswer` for what is no answer of this API. */
  read(answer: Json): ModelTurn;
};

/** The answer broke off or was not what the protocol promises; the same request may be sent again. */
export class CutAnswer extends Error {
  override name = 'CutAnswer';
}
