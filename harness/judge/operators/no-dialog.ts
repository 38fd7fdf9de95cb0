import { clip, quote } from '../../platform/words/format.ts';
import { DialogFact, readDialog } from '../page-state.ts';
import { defineOperator } from './operator.ts';

/** alert, confirm, prompt and beforeunload, as reported by the browser. */
export const noDialog = defineOperator({
  kind: 'no_dialog',
  summary: 'No JavaScript dialog is open on the final page.',
  passes: 'no JavaScript dialog is open on the final page',
  fields: {},
  facts: [],
  evidence: { open: DialogFact.nullable() },
  seenAfterReload: false,
  needs: () => [],
  negative: () => true,
  judge: (_clause, facts) => {
    const read = readDialog(facts);
    if ('reason' in read)
      return { kind: 'no_dialog', outcome: 'inconclusive', open: null, reason: read.reason };
    if (read.value === null) return { kind: 'no_dialog', outcome: 'passed', open: null };
    const open = { type: clip(read.value.type, 40), message: clip(read.value.message, 240) };
    return { kind: 'no_dialog', outcome: 'failed', open };
  },
  wanted: () => 'no dialog is open',
  observed: ({ open }) =>
    open === null ? 'no dialog' : `an open ${open.type} dialog: ${quote(open.message, 100)}`,
  weakened: () => [],
  broken: () => [{ name: 'dialog open', change: { dialog: { type: 'alert', message: 'Are you sure?' } } }],
  held: () => [{ dialog: null }],
  forged: () => ({}),
  drawn: {},
  holds: [{}, { dialog: null }],
  fails: [{}, { dialog: { type: 'alert', message: 'Saved' } }],
  undecided: [{}, { dialog: null, unreadable: 'the page crashed' }],
});
