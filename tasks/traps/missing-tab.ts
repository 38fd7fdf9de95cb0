import { defineTrap } from './trap.ts';

export const missingTab = defineTrap({
  id: 'missing-tab',
  title: 'A tab that does not exist',
  action: 'tab',
  trap: 'The browser has one tab, and the call names another one.',
  person: 'There is no other tab to click.',
  asks: 'Another tab is in front.',
  heading: 'The only page',
  content: `<p>This browser has one tab.</p>`,
  call: { tab: 'missing' },
  asked: { text: 'This is another page' },
  shown: ['The only page', 'has one tab'],
});
