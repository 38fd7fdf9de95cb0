import type { Entry } from './apis/api.ts';

/** A host may serve a conversation by several machines, whose counts of one prompt differ a little. */
const tolerance = 0.95;
/** Every tokenizer starts a new token at a word, but a host may leave out a part of an answer. */
const tokensPerWord = 0.5;

/**
 * Notices that a host cut the conversation without an error, as Ollama does at the end of its context: in a history that
 * only grows, the tokens of a prompt never fall below those of the prompt before it.
 */
export class PromptWatch {
  private last: { tokens: number; entries: number } | null = null;

  /** The history does not only grow: it was shortened, or is sent in another form. */
  forget(): void {
    this.last = null;
  }

  /** The reason why a prompt was cut, or null. `tokens`: the host's count of the whole prompt, if it has one. */
  cut(entries: readonly Entry[], tokens: number | null): string | null {
    const before = this.last;
    this.last = tokens === null ? null : { tokens, entries: entries.length };
    if (before === null || tokens === null) return null;
    const added = entries.slice(before.entries);
    // Templates drop earlier thoughts after a message of the user.
    if (added.some(({ from }) => from === 'user')) return null;
    const least = before.tokens * tolerance + wordsIn(added) * tokensPerWord;
    if (tokens >= least) return null;
    return `the host cut the conversation, or does not count all of it: the prompt had ${before.tokens} tokens, and ${tokens} with the next tool results; start the model with a larger context`;
  }
}

function wordsIn(entries: readonly Entry[]): number {
  const texts = entries.flatMap((entry) => (entry.from === 'tools' ? entry.answers : []));
  return texts
    .flatMap(({ blocks }) => blocks)
    .reduce(
      (sum, block) => sum + (block.type === 'text' ? (block.text.match(/\p{L}+/gu)?.length ?? 0) : 0),
      0,
    );
}
