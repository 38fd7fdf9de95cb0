import type { Letter } from '../deeds/letter.ts';
import type { DraftKind } from '../state/rows.ts';
import type { Exchange } from './exchange.ts';

const kinds: readonly DraftKind[] = ['new', 'reply', 'reply-all', 'forward'];
const largestFile = 100_000;

/** The fields of a mail form, and the errors of its files. */
export function readLetter({ form, files }: Exchange): { letter: Letter; mistakes: readonly string[] } {
  const said = (name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n');
  const letter = {
    kind: kinds.find((kind) => kind === said('kind')) ?? 'new',
    parent: said('parent') || null,
    to: said('to').trim(),
    cc: said('cc').trim(),
    bcc: said('bcc').trim(),
    subject: said('subject').trim(),
    text: said('text'),
    attached: form.getAll('attached'),
  };
  const read = files.map(({ name, text }) => ({
    name,
    text,
    type: /\.csv$/i.test(name) ? ('text/csv' as const) : ('text/plain' as const),
  }));
  const mistakes = read
    .filter(({ name, text }) => !/\.(csv|txt)$/i.test(name) || text.length > largestFile)
    .map(({ name }) => `“${name}” cannot be attached: .txt and .csv files of up to 100 kB can.`);
  return { letter: { ...letter, files: mistakes.length > 0 ? [] : read }, mistakes };
}
