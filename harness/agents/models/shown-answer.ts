import sharp from 'sharp';
import { head } from '../../platform/words/format.ts';
import type { Answer, AnswerContent } from '../../servers/answer.ts';

/** The limit of one answer's text. */
export const maxShownCharacters = 60_000;

export type ShownBlock = Answer['content'][number];

/**
 * A tool's answer as it is sent to a model: the text is cut at 60,000 characters, with a note, and images are scaled
 * down.
 */
export async function shownAnswer({ content }: Pick<Answer, 'content'>): Promise<ShownBlock[]> {
  let left = maxShownCharacters;
  let cut = 0;
  const shown: ShownBlock[] = [];
  for (const block of content) {
    if (block.type === 'image') shown.push(...(await shownImage(block)));
    else {
      const text = head(block.text, left);
      left -= text.length;
      cut += block.text.length - text.length;
      // Vendors reject empty text.
      if (text.trim() !== '') shown.push({ type: 'text', text });
    }
  }
  if (cut > 0) shown.push({ type: 'text', text: `[cut: ${cut} more characters are not shown]` });
  return shown.length > 0 ? shown : [{ type: 'text', text: '(empty)' }];
}

/** The answer of the opening call, as a part of the first message; empty if it has no text. */
export async function openingWords(opening: Answer | null): Promise<string[]> {
  const shown = opening ? await shownAnswer(opening) : [];
  const text = shown.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  return text === '' ? [] : [`The call that opened it answered:\n${text}`];
}

/**
 * The limit of the longer side, in pixels. Vendors scale down to about this size, and some reject much larger images:
 * Anthropic above 8,000 px, or above 2,000 px with more than 20 images.
 */
const maxSide = 1568;

/** Below this factor the text of a page is too small to read. */
const legibleFactor = 0.5;

const readable = new Set(['jpeg', 'png', 'webp', 'gif']);

/** An image as it is sent to a model: scaled down if it is large, and replaced by a text if it is invalid. */
async function shownImage(image: Extract<AnswerContent, { type: 'image' }>): Promise<AnswerContent[]> {
  if (image.data === '') return [{ type: 'text', text: '(an empty image)' }];
  const pixels = Buffer.from(image.data, 'base64');
  try {
    const { width, height, format } = await sharp(pixels).metadata();
    if (readable.has(format) && Math.max(width, height) <= maxSide)
      return [{ ...image, mimeType: `image/${format}` }];
    const scaled = await sharp(pixels)
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toFormat(readable.has(format) ? format : 'png')
      .toBuffer();
    const factor = maxSide / Math.max(width, height);
    return [
      ...(factor < legibleFactor
        ? [
            {
              type: 'text' as const,
              text: `[the image of ${width} x ${height} pixels is scaled to ${Math.round(100 * factor)} %, so its text is too small to read]`,
            },
          ]
        : []),
      {
        type: 'image',
        data: scaled.toString('base64'),
        mimeType: `image/${readable.has(format) ? format : 'png'}`,
      },
    ];
  } catch {
    return [{ type: 'text', text: '(an image that cannot be read)' }];
  }
}
