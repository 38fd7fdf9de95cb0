import * as z from 'zod';
import { clip } from '../../platform/words/format.ts';
import { whole } from '../clause-fields.ts';
import { exemplarsOf, nearestExemplar, readScreenshot, screenshots } from '../fact-kinds/screenshots.ts';
import { inverse, justOutside } from '../pictures/perceptual-hash.ts';
import { defineOperator } from './operator.ts';

/** The class names a folder, so the name must not lead out of the folder of all classes. */
const ClassId = z
  .string('must be a string')
  .max(128, 'must be at most 128 characters')
  .regex(
    /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/,
    'must be letters, digits, ".", "_" or "-" and neither "." nor ".."',
  );

export const screenshotClass = defineOperator({
  kind: 'screenshot_class',
  summary: 'The page looks like an exemplar of a class, by perceptual hash.',
  passes:
    "the nearest exemplar in `tasks/screenshots/<class_id>/` is at most `distance_max` bits from the page's perceptual hash",
  fields: { class_id: ClassId, distance_max: whole(0, 64) },
  notes: { distance_max: '0 to 64' },
  facts: [screenshots],
  evidence: {
    classId: z.string(),
    limit: z.int(),
    distance: z.int().nullable(),
    nearest: z.string().nullable(),
  },
  seenAfterReload: false,
  needs: ({ class_id }) => [{ screenshotClass: class_id }],
  judge: ({ class_id, distance_max }, facts) => {
    const asked = { kind: 'screenshot_class', classId: class_id, limit: distance_max } as const;
    const read = readScreenshot(facts, class_id);
    if ('reason' in read) {
      return { ...asked, outcome: 'inconclusive', distance: null, nearest: null, reason: read.reason };
    }
    const { distance, name } = nearestExemplar(read.value.hash, read.value.exemplars);
    const outcome = distance <= distance_max ? 'passed' : 'failed';
    return { ...asked, outcome, distance, nearest: clip(name, 240) };
  },
  wanted: ({ class_id, distance_max }) => `within ${distance_max} bits of class ${class_id}`,
  observed: ({ distance, nearest }) => `${distance} bits from ${nearest}`,
  weakened: (clause) => {
    const wider = Math.min(64, Math.max(clause.distance_max + 1, clause.distance_max * 2));
    return [{ name: `distance_max ${wider}`, clause: { ...clause, distance_max: wider } }];
  },
  broken: ({ class_id, distance_max }, facts) => {
    const { screenshot } = facts;
    const exemplars = exemplarsOf(facts, class_id);
    if (screenshot === undefined || 'error' in screenshot || exemplars === undefined) return [];
    const outside = justOutside(screenshot.hash, Object.values(exemplars), distance_max);
    const seen = (name: string, hash: string) => ({ name, change: { screenshot: { hash } } });
    return [
      seen('screenshot far away', inverse(screenshot.hash)),
      ...(outside === null ? [] : [seen('screenshot one bit too far', outside)]),
    ];
  },
  held: ({ class_id }, facts) =>
    Object.values(exemplarsOf(facts, class_id) ?? {}).map((hash) => ({ screenshot: { hash } })),
  forged: () => ({}),
  drawn: { class_id: ['thanks', 'form'], distance_max: Array.from({ length: 65 }, (_, bits) => bits) },
  holds: [
    { class_id: 'thanks', distance_max: 4 },
    {
      screenshot: { hash: '00000000000000ff' },
      screenshotClasses: { thanks: { '1.png': '00000000000000f0' } },
    },
  ],
  fails: [
    { class_id: 'thanks', distance_max: 3 },
    {
      screenshot: { hash: '00000000000000ff' },
      screenshotClasses: { thanks: { '1.png': '00000000000000f0' } },
    },
  ],
  undecided: [{ class_id: 'thanks', distance_max: 4 }, { screenshot: { hash: '00000000000000ff' } }],
});
