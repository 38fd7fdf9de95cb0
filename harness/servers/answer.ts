import { sha256 } from '../platform/digest.ts';

export type Tool = { name: string; description?: string; inputSchema: Record<string, unknown> };

/** Tools with all that a server says of them, in its order and its words. */
export type ToolListing = readonly Readonly<Record<string, unknown>>[];

/** By the content alone; an answer that is an error has a kind like any other. */
type AnswerKind = 'text' | 'image' | 'mixed' | 'empty';

export type AnswerContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string };

/** What a tool answered. `bytes` is the UTF-8 size of the content as JSON, what a model would be handed. */
export type Answer = {
  kind: AnswerKind;
  isError: boolean;
  content: AnswerContent[];
  text: string;
  bytes: number;
  sha256: string;
  /** The server's result as it came, where a server gave one. */
  result?: Record<string, unknown>;
};

/** Characters of an answer that are kept to look values up in that are random per session. */
const longestLookup = 2 ** 20;

export function lookupText(answer: Answer | null): string {
  return answer?.text.slice(0, longestLookup) ?? '';
}

export function toAnswer(
  blocks: readonly ({ type: string } & Record<string, unknown>)[],
  isError: boolean,
): Answer {
  const content = blocks.map(
    (block): AnswerContent =>
      isImage(block) || isText(block) ? block : { type: 'text', text: JSON.stringify(block) },
  );
  const texts = content.flatMap((block) => (block.type === 'text' && block.text !== '' ? [block.text] : []));
  const images = content.filter((block) => block.type === 'image').length;
  const json = JSON.stringify(content);
  return {
    kind: images > 0 ? (texts.length > 0 ? 'mixed' : 'image') : texts.length > 0 ? 'text' : 'empty',
    isError,
    content,
    text: texts.join('\n'),
    bytes: Buffer.byteLength(json),
    sha256: sha256(json),
  };
}

function isText(block: { type: string }): block is { type: 'text'; text: string } {
  return block.type === 'text' && 'text' in block && typeof block.text === 'string';
}

function isImage(block: { type: string }): block is { type: 'image'; data: string; mimeType: string } {
  return block.type === 'image' && 'data' in block && typeof block.data === 'string';
}
