import { createHash } from 'node:crypto';
import { pictureTokens } from './image.ts';
import type { Figures } from './script.ts';

/** A part of a prompt in the order in which the vendor caches it. */
export type Piece = { text: string; tokens: number; mark: boolean };

export type CacheRule = {
  /** Up to the marks of the request, or as much as an earlier request began with. */
  by: 'marks' | 'prefix' | 'none';
  /** Fewer tokens than these are not cached, and none but multiples of `step`. */
  from: number;
  step: number;
  /** What is written is reported, and costs. */
  writes: boolean;
};

/** About what English and JSON have. */
const bytesPerToken = 4;

export function pieceOf(value: unknown, mark = false): Piece {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { text, tokens: Math.ceil(Buffer.byteLength(text) / bytesPerToken), mark };
}

export function picturePiece(base64: string, mark = false): Piece {
  return { text: base64, tokens: pictureTokens(base64), mark };
}

/** From a mark the vendor looks this many blocks back for what was written before. */
const lookBack = 20;

/** What a vendor holds of earlier prompts, by model. */
export class PromptCache {
  private readonly kept = new Set<string>();

  /** The input of one request; what it leaves behind is there for the next. */
  measure(model: string, pieces: readonly Piece[], rule: CacheRule): Omit<Figures, 'output' | 'reasoning'> {
    let total = 0;
    const sums = pieces.map(({ tokens }) => {
      total += tokens;
      return total;
    });
    const digests = chained(model, pieces);
    const marks = pieces.flatMap(({ mark }, index) => (mark || rule.by === 'prefix' ? [index] : []));
    if (rule.by === 'none' || marks.length === 0) return { input: total, cacheRead: 0, cacheWrite: 0 };
    const enough = (index: number) => (sums[index] ?? 0) >= rule.from;
    const held = marks.flatMap((mark) => this.heldNear(mark, digests, rule)).filter(enough);
    const read = Math.max(0, ...held.map((at) => sums[at] ?? 0));
    const cacheRead = read - (read % rule.step);
    const last = marks.filter(enough).at(-1);
    const written = last === undefined ? 0 : Math.max(0, (sums[last] ?? 0) - cacheRead);
    const cacheWrite = rule.writes ? written - (written % rule.step) : 0;
    for (const mark of marks.filter(enough)) this.kept.add(digests[mark] ?? '');
    return { input: total - cacheRead - cacheWrite, cacheRead, cacheWrite };
  }

  private heldNear(mark: number, digests: readonly string[], { by }: CacheRule): number[] {
    const first = by === 'marks' ? Math.max(0, mark - lookBack) : mark;
    const near = Array.from({ length: mark - first + 1 }, (_, back) => mark - back);
    return near.filter((at) => this.kept.has(digests[at] ?? ''));
  }
}

export function sumOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0);
}

function chained(model: string, pieces: readonly Piece[]): string[] {
  let digest = model;
  return pieces.map(({ text }) => {
    digest = createHash('sha1').update(digest).update(text).digest('hex');
    return digest;
  });
}
