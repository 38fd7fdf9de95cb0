import { clip } from '../../platform/words/clip.ts';
import type { Call } from '../../results/story/story.ts';
import { visible } from './format.ts';

/** `browser_click {"ref":"e12"}`, of at most so many characters. */
export function callWords({ tool, args }: Call, max = 400): string {
  const said = JSON.stringify(args);
  return clip(visible(said === '{}' ? tool : `${tool} ${said}`), max);
}
