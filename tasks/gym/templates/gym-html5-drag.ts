import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { Html5Drag } from '../exercises/html5-drag.ts';
import { drillOf } from './helpers/drill-of.ts';

const drag = ({ card, column }: { card: string; column: string }): RawStep => ({
  drag: { from: { role: 'article', name: card }, to: { role: 'heading', name: column } },
});
const save: RawStep[] = [
  { click: { role: 'button', name: 'Save the board' } },
  { wait: 'The board is saved.' },
  { done: {} },
];

export const template = drillOf<Html5Drag>({
  id: 'html5-drag',
  title: 'HTML drag and drop',
  goal: ({ moves }) =>
    `${moves.map(({ card, column }) => `Put "${card}" under "${column}".`).join(' ')} Leave the other chores where they are, and save the board.`,
  deeds: ({ moves }) => moves,
  ways: ({ moves }) => [[...moves.map(drag), ...save]],
  wrongWays: ({ cards, moves }) => [
    // An event made by a script is not trusted.
    [
      {
        script: {
          code: `() => {
            for (const { card, column } of ${JSON.stringify(moves)}) {
              const from = document.querySelector('[aria-label="' + card + '"]');
              const to = document.querySelector('[aria-label="' + column + '"]');
              const dataTransfer = new DataTransfer();
              const fire = (on, type) => on.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
              fire(from, 'dragstart');
              fire(to, 'dragenter');
              fire(to, 'dragover');
              fire(to, 'drop');
              fire(from, 'dragend');
            }
          }`,
        },
      },
      ...save,
    ],
    // Clicks instead of a drag.
    [
      ...moves.flatMap(({ card, column }) => [
        { click: { role: 'article', name: card } },
        { click: { role: 'heading', name: column } },
      ]),
      ...save,
    ],
    // One card too many.
    [
      ...moves.map(drag),
      drag({ card: cards.find((each) => moves.every(({ card }) => card !== each)) ?? '', column: 'Done' }),
      ...save,
    ],
  ],
});
