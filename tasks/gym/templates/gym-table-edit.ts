import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { TableEdit } from '../exercises/table-edit.ts';
import { drillOf } from './helpers/drill-of.ts';

const change = ({ edited, price }: TableEdit): RawStep[] => [
  { doubleClick: { role: 'cell', after: edited } },
  { fill: { label: `Price of ${edited}`, text: price } },
  { press: 'Enter' },
  { wait: `The price of ${edited} is changed.` },
];

const archive = (ticked: readonly string[], count: number): RawStep[] => [
  ...ticked.map((label) => ({ check: { label } })),
  { select: { label: { contains: 'With the ticked' }, option: 'Archive' } },
  { click: { role: 'button', name: 'Apply' } },
  { wait: `Done for ${count} articles.` },
  { done: {} },
];

const ticks = (names: readonly string[]) => names.map((name) => `Tick ${name}`);

export const template = drillOf<TableEdit>({
  id: 'table-edit',
  title: 'Edit in place, and change several rows at once',
  goal: ({ edited, price, archived }) =>
    `Change the price of the ${edited} to ${price}, then archive ${archived.slice(0, -1).join(', ')} and ${archived.at(-1)} in one go.`,
  deeds: ({ edited, price, archived }) => [
    { item: edited, price },
    { action: 'Archive', items: archived },
  ],
  ways: (drawn) => [[...change(drawn), ...archive(ticks(drawn.archived), 3)]],
  wrongWays: (drawn) => [
    // A single click does not open a field.
    [{ click: { role: 'cell', after: drawn.edited } }, ...archive(ticks(drawn.archived), 3)],
    [...change(drawn), ...archive(['Tick all'], drawn.items.length)],
    // The new price is never saved.
    [...change(drawn).slice(0, 2), ...archive(ticks(drawn.archived), 3)],
  ],
});
