import { defineTrap, sheet } from './trap.ts';

export const keptPage = defineTrap({
  id: 'kept-page',
  title: 'A page that does not let go',
  action: 'navigate',
  trap: 'The page has unsaved text and asks whether to leave it.',
  person: 'The browser asks, and the page stays until the person answers.',
  asks: 'The next page opens.',
  heading: 'Letter',
  content: `<label>Message <input></label>
<script>
addEventListener('beforeunload', (event) => event.preventDefault());
</script>`,
  call: { open: 'next' },
  asked: { text: 'This is the next page' },
  shown: ['beforeunload', '\\bdialog\\b', 'unsaved', 'textbox "Message"'],
  before: [{ fill: { label: 'Message', text: 'Dear Ada' } }],
  pages: { next: { body: sheet('Next', '<p>This is the next page.</p>') } },
  alone: true,
});
