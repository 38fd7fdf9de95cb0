import type { Query } from './rows.ts';

export const emptyQuery: Query = {
  project: '',
  status: 'unclosed',
  assignee: '',
  author: '',
  priority: '',
  label: '',
  milestone: '',
  words: '',
  sort: 'updated',
};
