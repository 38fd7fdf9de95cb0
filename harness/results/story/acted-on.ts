import type { Call, StoryStep } from './story.ts';

/** A part of a picture, in its own pixels. */
export type Frame = { x: number; y: number; width: number; height: number };

/**
 * A call as readable text, `click: link "Stationery"`; null if it acted on no element, or if the element is unknown.
 */
export function actionWords({ call, on }: Pick<StoryStep, 'call' | 'on'>): string | null {
  if (!call || !on) return null;
  const name = on.name === '' ? 'without a name' : `"${on.name}"`;
  return `${verbOf(call)}: ${on.role} ${name}${on.frame === null ? '' : ', in a frame'}`;
}

/** Some servers prefix their tools with their own name. */
function verbOf({ tool }: Call): string {
  return tool.replace(/^(browser|playwright|puppeteer)_/, '').replaceAll('_', ' ');
}

/** If the scales of width and height differ by at most this share, picture and view match. */
const mostSkew = 0.02;

/**
 * The position of the element that a call acted on, in the picture of the page before the call. `outside`: the picture
 * does not show that part of the page. Null if the record lacks the position.
 */
export function frameIn(picture: StoryStep['picture'], on: StoryStep['on']): Frame | 'outside' | null {
  if (!picture?.view || !on?.box || !on.scroll) return null;
  const { view } = picture;
  const scale = picture.width / view.width;
  if (Math.abs((view.height * scale) / picture.height - 1) > mostSkew) return null;
  const left = (on.box.x + on.scroll.x - view.x) * scale;
  const top = (on.box.y + on.scroll.y - view.y) * scale;
  const x = Math.max(0, Math.round(left));
  const y = Math.max(0, Math.round(top));
  const width = Math.min(picture.width, Math.round(left + on.box.width * scale)) - x;
  const height = Math.min(picture.height, Math.round(top + on.box.height * scale)) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : 'outside';
}
