import { html } from 'hono/html';
import type { Page } from './page.ts';

const words = {
  Open: 'it was reported, and no one has begun',
  'In progress': 'the assignee works on it',
  'In review': 'it is done, and someone else looks at it',
  'Closed: done': 'it was looked at and is good',
  'Closed: not planned': 'it will not be done',
  'Closed: cannot reproduce': 'no one else could find it',
  'Closed: duplicate': 'another issue says the same',
};

export const helpPage: Page = (site) => {
  site.get('/help', ({ show }) =>
    show(
      'Help',
      html`<h1>Help</h1><h2>What a status means</h2><dl class="facts">${Object.entries(words).map(([term, what]) => html`<div><dt>${term}</dt><dd>${what}</dd></div>`)}</dl>
<h2>Who may do what</h2><p>Whoever leads a project changes its labels and milestones. Members change issues. Readers look at them, and may watch them.</p>
<h2>Writing</h2><p>Write <kbd>@given.family</kbd> to mention somebody, and a key such as <kbd>ROOF-12</kbd> to lead to an issue.</p>
<h2>Searching</h2><p>All words must stand in the title, the description or a comment. Words between quotes stand side by side. A key leads to its issue.</p>
<h2>Keys</h2><p><kbd>/</kbd> goes to the search, <kbd>n</kbd> to a new issue.</p>`,
    ),
  );
};
