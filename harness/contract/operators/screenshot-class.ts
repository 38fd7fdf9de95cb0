import * as z from 'zod';
import { whole } from '../clause-fields.ts';
import { clip } from '../clip.ts';
import { hammingDistance } from '../perceptual-hash.ts';
import { defineOperator } from './operator.ts';

/** The class names a folder, so it must not lead out of the one that the classes live in. */
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
  fields: { class_id: ClassId, distance_max: whole(0, 64) },
  seenAfterReload: false,
  needs: ({ class_id }) => [{ screenshotClass: class_id }],
  judge: ({ class_id, distance_max }, facts) => {
    const asked = { kind: 'screenshot_class', classId: class_id, limit: distance_max } as const;
    const read = facts.screenshot(class_id);
    if ('reason' in read) {
      return { ...asked, outcome: 'inconclusive', distance: null, nearest: null, reason: read.reason };
    }
    const { distance, name } = nearestExemplar(read.value.hash, read.value.exemplars);
    const outcome = distance <= distance_max ? 'passed' : 'failed';
    return { ...asked, outcome, distance, nearest: clip(name, 240) };
  },
  wanted: ({ class_id, distance_max }) => `within ${distance_max} bits of class ${class_id}`,
  observed: ({ distance, nearest }) => `${distance} bits from ${nearest}`,
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

/** Of exemplars that are equally near the first by name, so that the order of a folder changes nothing. */
export function nearestExemplar(hash: string, exemplars: ReadonlyMap<string, string>) {
  let nearest = { name: '', distance: Number.POSITIVE_INFINITY };
  for (const [name, exemplar] of [...exemplars].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const distance = hammingDistance(hash, exemplar);
    if (distance < nearest.distance) nearest = { name, distance };
  }
  return nearest;
}
