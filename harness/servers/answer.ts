import { sha256 } from '../platform/digest.ts';

export type Tool = { name: string; description?: string; inputSchema: Record<string, unknown> };

/** The tool list of a server with all its fields, unchanged and in its order. */
export type ToolListing = readonly Readonly<Record<string, unknown>>[];

/** The kind of the content; error answers have one too. */
type AnswerKind = 'text' | 'image' | 'mixed' | 'empty';

export type AnswerContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string };

/** The answer of a tool. `bytes` is the UTF-8 size of the content as JSON, as a model would get it. */
export type Answer = {
  kind: AnswerKind;
  isError: boolean;
  content: AnswerContent[];
  text: string;
  bytes: number;
  sha256: string;
  /** The server's result unchanged, if there is one. */
  result?: Record<string, unknown>;
};

/** The number of characters of an answer that are searched for values that are random per session. */
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
