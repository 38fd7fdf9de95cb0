import type { RawStep } from '../../../harness/task/templates/template.ts';
import { type Canvas, pointOf } from '../exercises/canvas.ts';
import { drillOf } from './helpers/drill-of.ts';

const book: RawStep[] = [
  { click: { role: 'button', name: 'Book the seat' } },
  { wait: 'Your seat is booked.' },
  { done: {} },
];

const clicked = ({ x, y }: { x: number; y: number }): RawStep => ({
  script: {
    code: `() => { document.querySelector('canvas').dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: ${x}, clientY: ${y} })); }`,
  },
});

export const template = drillOf<Canvas>({
  id: 'canvas',
  title: 'Canvas without text',
  goal: ({ row, seat }) => `Book seat ${seat} in row ${row} for tonight.`,
  deeds: ({ row, seat }) => [{ row, seat }],
  ways: (drawn) => {
    return [[{ clickAt: pointOf(drawn, drawn.row, drawn.seat) }, ...book]];
  },
  wrongWays: (drawn) => [
    // A click on the plan as a whole, which hits its centre.
    [
      { click: { role: 'img', name: 'Seating plan' } },
      { click: { role: 'button', name: 'Book the seat' } },
      { done: {} },
    ],
    // The seat is counted from the other side.
    [{ clickAt: pointOf(drawn, drawn.row, 15 - drawn.seat) }, ...book],
    // An event made by a script is not trusted.
    [
      clicked(pointOf(drawn, drawn.row, drawn.seat)),
      ...book.slice(0, 1),
      { wait: 'No seat is chosen.' },
      { done: {} },
    ],
  ],
});
