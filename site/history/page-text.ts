import type { ReleaseRecord } from '../../harness/results/records/release-record.ts';
import { measuredPart } from '../../harness/results/records/release-record.ts';
import { lengthThatFits } from './releases.ts';

/** Characters of evidence that a page shows, within the 120 kB of a page with a table of cells. */
const room = { honesty: 70_000, reach: 40_000 };

/** The characters of each kept text that the page of a part has room for. */
export function shownLength(record: ReleaseRecord, part: 'honesty' | 'reach'): number {
  const texts =
    part === 'honesty'
      ? (measuredPart(record, 'honesty')?.cells ?? []).flatMap(({ play }) =>
          play ? [play.call.text, play.answer.text, play.state.text] : [],
        )
      : (measuredPart(record, 'reach')?.cells ?? []).flatMap(({ call, answer, seen }) => [
          call ?? '',
          answer?.text ?? '',
          seen ?? '',
        ]);
  return lengthThatFits(texts, room[part], (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
}
