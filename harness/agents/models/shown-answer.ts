import type { Answer } from '../../servers/answer.ts';
import { shownImage } from './shown-image.ts';

/** Of the text of one answer. */
export const maxShownCharacters = 60_000;

export type ShownBlock = Answer['content'][number];

/** A tool's answer as a model is handed it: the text cut at 60,000 characters, which is said, and images scaled down. */
export async function shownAnswer({ content }: Pick<Answer, 'content'>): Promise<ShownBlock[]> {
  let left = maxShownCharacters;
  let cut = 0;
  const shown: ShownBlock[] = [];
  for (const block of content) {
    if (block.type === 'image') shown.push(await shownImage(block));
    else {
      const text = block.text.slice(0, left);
      left -= text.length;
      cut += block.text.length - text.length;
      // Vendors refuse empty text.
      if (text.trim() !== '') shown.push({ type: 'text', text });
    }
  }
  if (cut > 0) shown.push({ type: 'text', text: `[cut: ${cut} more characters are not shown]` });
  return shown.length > 0 ? shown : [{ type: 'text', text: '(empty)' }];
}
