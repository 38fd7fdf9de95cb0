import sharp from 'sharp';
import type { AnswerContent } from '../../servers/answer.ts';

/**
 * Of the longer side, in pixels. Vendors scale down to about this, and some refuse what is much longer: Anthropic above
 * 8,000 px, above 2,000 px where there are more than 20 images.
 */
const maxSide = 1568;

const readable = new Set(['jpeg', 'png', 'webp', 'gif']);

/** An image as a model is handed it: scaled down where it is large, and words in place of one that is none. */
export async function shownImage(image: Extract<AnswerContent, { type: 'image' }>): Promise<AnswerContent> {
  if (image.data === '') return { type: 'text', text: '(an empty image)' };
  const pixels = Buffer.from(image.data, 'base64');
  try {
    const { width, height, format } = await sharp(pixels).metadata();
    if (readable.has(format) && Math.max(width, height) <= maxSide)
      return { ...image, mimeType: `image/${format}` };
    const scaled = await sharp(pixels)
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toFormat(readable.has(format) ? format : 'png')
      .toBuffer();
    return {
      type: 'image',
      data: scaled.toString('base64'),
      mimeType: `image/${readable.has(format) ? format : 'png'}`,
    };
  } catch {
    return { type: 'text', text: '(an image that cannot be read)' };
  }
}
