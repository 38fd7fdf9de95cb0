import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { RichText } from '../exercises/rich-text.ts';
import { drillOf } from './helpers/drill-of.ts';

const note = { label: 'Note' };
const button = (name: string): RawStep => ({ click: { role: 'button', name } });
const keys = (text: string): RawStep[] => [...text].map((key) => ({ press: key }));
const save: readonly RawStep[] = [button('Save'), { wait: 'Saved.' }, { done: {} }];

export const template = drillOf<RichText>({
  id: 'rich-text',
  title: 'Rich text',
  goal: ({ word, things }) =>
    `Write a note: first the word ${word} in bold, then a list of two items, ${things.join(' and ')}, neither of them bold. Save it.`,
  deeds: ({ word, things }) => [{ bold: word, items: things }],
  ways: ({ word, things: [first = '', second = ''] }) => [
    [
      { click: note },
      button('Bold'),
      { type: { ...note, text: word } },
      button('Bold'),
      { press: 'Enter' },
      button('List'),
      { type: { ...note, text: first } },
      { press: 'Enter' },
      { type: { ...note, text: second } },
      ...save,
    ],
    // Where typing into a field clicks into it first, and forgets the format: key by key.
    [
      { click: note },
      button('Bold'),
      ...keys(word),
      button('Bold'),
      { press: 'Enter' },
      button('List'),
      ...keys(first),
      { press: 'Enter' },
      ...keys(second),
      ...save,
    ],
    // A line break that is typed is the key Enter.
    [
      { click: note },
      button('Bold'),
      { type: { ...note, text: word } },
      button('Bold'),
      { type: { ...note, text: '\n' } },
      button('List'),
      { type: { ...note, text: `${first}\n${second}` } },
      ...save,
    ],
    // The field is gone to by keys, behind its two buttons.
    [
      { press: 'Tab' },
      { press: 'Tab' },
      { press: 'Tab' },
      button('Bold'),
      ...keys(word),
      button('Bold'),
      { press: 'Enter' },
      button('List'),
      ...keys(first),
      { press: 'Enter' },
      ...keys(second),
      ...save,
    ],
    [
      {
        script: {
          code: `() => {
            document.getElementById('note').focus();
            for (const [command, text] of ${JSON.stringify([
              ['bold'],
              ['insertText', word],
              ['bold'],
              ['insertParagraph'],
              ['insertUnorderedList'],
              ['insertText', first],
              ['insertParagraph'],
              ['insertText', second],
            ])}) document.execCommand(command, false, text);
          }`,
        },
      },
      ...save,
    ],
  ],
  // Signs in place of formats.
  wrongWays: ({ word, things }) => [
    [{ type: { ...note, text: `**${word}** - ${things.join(' - ')}` } }, ...save],
  ],
});
