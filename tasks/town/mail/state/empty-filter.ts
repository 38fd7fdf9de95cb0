import type { Filter } from './rows.ts';

export const emptyFilter: Omit<Filter, 'id'> = {
  from: '',
  to: '',
  subject: '',
  words: '',
  folder: '',
  label: '',
  star: false,
  markRead: false,
  enabled: true,
};
