import { rowId } from '../../state/row-id.ts';
import { emptyFilter } from '../state/empty-filter.ts';
import type { Filter, Folder, Label } from '../state/rows.ts';

const builtIn = (id: string, name: string): Folder => ({ id, name, builtIn: true });
const own = (id: string, name: string): Folder => ({ id, name, builtIn: false });

/** The contents of every mailbox besides its mail. */
export const folders: readonly Folder[] = [
  builtIn('inbox', 'Inbox'),
  builtIn('sent', 'Sent'),
  builtIn('archive', 'Archive'),
  builtIn('spam', 'Spam'),
  builtIn('trash', 'Trash'),
  own('reading', 'Reading'),
  own('travel', 'Travel'),
  own('work', 'Work'),
];

export const labels: readonly Label[] = [
  { id: 'bills', name: 'Bills', colour: 'amber' },
  { id: 'choir', name: 'Choir', colour: 'plum' },
  { id: 'flat', name: 'Flat', colour: 'slate' },
  { id: 'health', name: 'Health', colour: 'red' },
  { id: 'orders', name: 'Orders', colour: 'blue' },
  { id: 'school', name: 'School', colour: 'green' },
];

export function filters(seed: number): readonly Filter[] {
  return [
    { ...emptyFilter, from: '@alderwick-courier.test', folder: 'reading' },
    { ...emptyFilter, from: '@marrowwater.test', label: 'bills' },
    { ...emptyFilter, from: '@drwren.test', subject: 'appointment', label: 'health', star: true },
    { ...emptyFilter, from: '@roofs-today.test', folder: 'spam', markRead: true, enabled: false },
  ].map((filter) => ({ id: rowId(seed, 'filters', filter.from), ...filter }));
}
