import { longDate } from '../parts/dates.ts';
import type { Message } from '../state/rows.ts';

/** The quotation below a reply. */
export function quote(name: string, { date, text }: Pick<Message, 'date' | 'text'>): string {
  const lines = text.split('\n').map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd()));
  return `On ${longDate(date)}, ${name} wrote:\n${lines.join('\n')}`;
}
