import { html } from 'hono/html';
import { dayWords, momentWords } from '../../../site/dates.ts';
import { mayChange } from '../../deeds/may.ts';
import { commentForm, commentList } from '../../parts/comment-list.ts';
import type { Exchange } from '../../parts/exchange.ts';
import { onIssue } from '../../parts/guards.ts';
import { historyList } from '../../parts/history-list.ts';
import { labelChips, priorityWords, statusChip } from '../../parts/issue-words.ts';
import { linkList } from '../../parts/link-list.ts';
import { personLink } from '../../parts/people.ts';
import { projectHead } from '../../parts/project-tabs.ts';
import { propertyFields } from '../../parts/property-fields.ts';
import { richText } from '../../parts/rich-text.ts';
import { watchButton } from '../../parts/watch-button.ts';
import type { Issue } from '../../state/rows.ts';
import type { Page } from '../page.ts';

/** The page of an issue: text, comments, history, and actions. */
export const issuePage: Page = (site) => {
  site.get('/issues/:key', onIssue(show));
};

function show(exchange: Exchange, issue: Issue) {
  const { track } = exchange;
  const { id, key, title, text, author, created, formerKeys } = issue;
  const project = track.store.get('projects', issue.project);
  const canChange = mayChange(track, issue.project);
  const events = track.store.all('events').filter((event) => event.issue === id);
  return exchange.show(
    `${key}: ${title}`,
    html`${project ? projectHead(track, project, null) : ''}
<h1><span class="key">${key}</span> ${title}</h1>
<p class="byline">${statusChip(issue)} Reported by ${personLink(track, author)} on <time datetime="${created}">${momentWords(created)}</time>${
      formerKeys.length > 0 ? `, before as ${formerKeys.join(', ')}` : ''
    }</p>
${canChange ? actions(issue) : html`<p class="notice">This project is read only for you. You may watch the issue.</p>`}
<div class="with-side"><div>
<section aria-labelledby="description"><h2 id="description">Description</h2>${text === '' ? html`<p class="quiet">None.</p>` : richText(track, text)}</section>
<section aria-labelledby="links"><h2 id="links">Links</h2>${linkList(track, issue, canChange)}</section>
<section aria-labelledby="comments"><h2 id="comments">Comments</h2>${commentList(track, issue, canChange)}</section>
${canChange ? commentForm(track, issue) : ''}
<section aria-labelledby="history"><h2 id="history">History</h2>${historyList(track, events)}</section>
</div><aside aria-label="Properties">${watchButton(track, issue)}${
      canChange
        ? html`<form method="post" action="/issues/${key}/properties">${propertyFields(track, issue.project, issue)}<p><button type="submit" class="primary">Save properties</button></p></form>`
        : facts(exchange, issue)
    }</aside></div>`,
  );
}

function actions({ key, status }: Issue) {
  return html`<p class="buttons"><a class="button" href="/issues/${key}/edit">Edit</a>
<a class="button" href="/issues/${key}/link">Link</a>
${status === 'closed' ? '' : html`<a class="button" href="/issues/${key}/duplicate">Mark as duplicate</a>`}
<a class="button" href="/issues/${key}/move">Move</a></p>`;
}

function facts({ track }: Exchange, issue: Issue) {
  const milestone = track.store.get('milestones', issue.milestone ?? '');
  const { assignee, labels, estimate } = issue;
  return html`<dl class="facts">
<div><dt>Assignee</dt><dd>${personLink(track, assignee)}</dd></div>
<div><dt>Priority</dt><dd>${priorityWords(issue)}</dd></div>
<div><dt>Milestone</dt><dd>${milestone?.name ?? 'None'}${milestone?.due ? `, ${dayWords(milestone.due)}` : ''}</dd></div>
<div><dt>Estimate</dt><dd>${estimate === null ? 'None' : `${estimate} h`}</dd></div>
<div><dt>Labels</dt><dd>${labels.length > 0 ? labelChips(track, labels) : 'None'}</dd></div></dl>`;
}
