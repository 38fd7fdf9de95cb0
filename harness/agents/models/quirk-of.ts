import type { Quirk } from './conversations/conversation.ts';

/** What a host wants otherwise than others do, by the words in which it refuses a request; null for none that is known. */
export function quirkOf(refusal: string): Quirk | null {
  if (refusal.includes('max_completion_tokens')) return 'old_limit_name';
  if (/role 'user' after role 'tool'/.test(refusal)) return 'images_in_answers';
  if (
    /variant `?image_url|image input|not (a )?(multimodal|vision)|support images?|At most 0 image/i.test(
      refusal,
    )
  )
    return 'no_images';
  return null;
}
