import type { Allowance } from '../allowances.ts';
import { clip } from '../clip.ts';
import type { Facts, Need, ScreenshotFact } from '../facts.ts';
import { nearestExemplar } from '../operators/screenshot-class.ts';

/** The hash and the classes that a clause names; where little fits the nearest exemplar of each, which decides. */
export function compactScreenshot(
  { only }: Allowance,
  needs: readonly Need[],
  { screenshot, screenshotClasses }: Facts,
): Pick<Facts, 'screenshot' | 'screenshotClasses'> {
  const wanted = new Set(needs.flatMap((need) => ('screenshotClass' in need ? [need.screenshotClass] : [])));
  if (wanted.size === 0) return {};
  const kept: Pick<Facts, 'screenshot' | 'screenshotClasses'> = {};
  if (screenshot !== undefined) {
    kept.screenshot = 'error' in screenshot ? { error: clip(screenshot.error, 240) } : screenshot;
  }
  if (screenshotClasses !== undefined) {
    const named = Object.entries(screenshotClasses).filter(([id]) => wanted.has(id));
    kept.screenshotClasses = Object.fromEntries(
      only === 'what-decides' ? named.map(([id, exemplars]) => [id, nearest(screenshot, exemplars)]) : named,
    );
  }
  return kept;
}

function nearest(screenshot: ScreenshotFact | undefined, exemplars: Record<string, string>) {
  // Without a hash every exemplar is as good as another, but a class that has one must not seem empty.
  const hash = screenshot !== undefined && 'hash' in screenshot ? screenshot.hash : '0';
  const { name } = nearestExemplar(hash, new Map(Object.entries(exemplars)));
  return Object.fromEntries(Object.entries(exemplars).filter(([other]) => other === name));
}
