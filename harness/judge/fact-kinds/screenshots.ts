import * as z from 'zod';
import { clip } from '../../platform/words/format.ts';
import { notCollected, type PageState, type Reading, readPageState } from '../page-state.ts';
import { hammingDistance } from '../pictures/perceptual-hash.ts';
import { defineFactKind, ownFact } from './fact-kind.ts';

/** 16 lowercase hex digits, see `perceptualHash`. */
const Hash = z.string().regex(/^[0-9a-f]{16}$/);

const ScreenshotFact = z.union([z.strictObject({ hash: Hash }), z.strictObject({ error: z.string() })]);
export type ScreenshotFact = z.infer<typeof ScreenshotFact>;
export type Screenshots = {
  screenshot?: ScreenshotFact | undefined;
  screenshotClasses?: Record<string, Record<string, string>> | undefined;
};

/** The page's perceptual hash, and the exemplars of the classes in the clauses. */
export const screenshots = defineFactKind({
  name: 'screenshotClass',
  asked: 'each',
  shape: {
    screenshot: ScreenshotFact.optional(),
    /** class id -> exemplar file name -> hash. Only classes in the contract. */
    screenshotClasses: z.record(z.string(), z.record(z.string(), Hash)).optional(),
  },
  nothing: {},
  /** Under a small allowance, only the nearest exemplar of each class is kept, because it decides. */
  compact: (
    { screenshot, screenshotClasses },
    clauses: readonly { class_id: string }[],
    { allowance: { only } },
  ) => {
    const wanted = new Set(clauses.map(({ class_id }) => class_id));
    if (wanted.size === 0) return {};
    const kept: Screenshots = {};
    if (screenshot !== undefined) {
      kept.screenshot = 'error' in screenshot ? { error: clip(screenshot.error, 240) } : screenshot;
    }
    if (screenshotClasses !== undefined) {
      const named = Object.entries(screenshotClasses).filter(([id]) => wanted.has(id));
      kept.screenshotClasses = Object.fromEntries(
        only === 'what-decides'
          ? named.map(([id, exemplars]) => [id, nearest(screenshot, exemplars)])
          : named,
      );
    }
    return kept;
  },
});

export function readScreenshot(
  facts: Screenshots & PageState,
  classId: string,
): Reading<{ hash: string; exemplars: ReadonlyMap<string, string> }> {
  return readPageState(facts, () => {
    const exemplars = exemplarsOf(facts, classId);
    if (exemplars === undefined) return { reason: `unknown screenshot class ${classId}` };
    if (Object.keys(exemplars).length === 0) return { reason: `the screenshot class ${classId} is empty` };
    if (facts.screenshot === undefined) return notCollected('screenshot');
    if ('error' in facts.screenshot) return { reason: facts.screenshot.error };
    return { value: { hash: facts.screenshot.hash, exemplars: new Map(Object.entries(exemplars)) } };
  });
}

export function exemplarsOf(
  { screenshotClasses = {} }: Screenshots,
  classId: string,
): Record<string, string> | undefined {
  return ownFact(screenshotClasses, classId);
}

/** The first by name among equally near exemplars, so that the order of a folder changes nothing. */
export function nearestExemplar(hash: string, exemplars: ReadonlyMap<string, string>) {
  let nearest = { name: '', distance: Number.POSITIVE_INFINITY };
  for (const [name, exemplar] of [...exemplars].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const distance = hammingDistance(hash, exemplar);
    if (distance < nearest.distance) nearest = { name, distance };
  }
  return nearest;
}

function nearest(screenshot: ScreenshotFact | undefined, exemplars: Record<string, string>) {
  // Without a hash any exemplar will do, but a class with exemplars must not seem empty.
  const hash = screenshot !== undefined && 'hash' in screenshot ? screenshot.hash : '0';
  const { name } = nearestExemplar(hash, new Map(Object.entries(exemplars)));
  return Object.fromEntries(Object.entries(exemplars).filter(([other]) => other === name));
}
