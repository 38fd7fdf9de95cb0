import { html } from 'hono/html';
import { momentWords } from '../../site/dates.ts';
import { options } from '../../site/field-parts.ts';
import type { Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { reasons } from '../state/words-of.ts';
import { textArea } from './field.ts';
import { personLink } from './people.ts';
import { richText } from './rich-text.ts';

const commentsOf = ({ store }: Track, { id }: Issue) =>
  store.all('comments').filter(({ issue }) => issue === id);

export function commentList(track: Track, issue: Issue, canChange: boolean) {
  const comments = commentsOf(track, issue);
  if (comments.length === 0) return html`<p class="quiet">No comments yet.</p>`;
  return html`<ol class="comments">${comments.map(
    ({ id, author, at, text }, index) =>
      html`<li><p class="byline">${personLink(track, author)} <time datetime="${at}">${momentWords(at)}</time>${
        canChange && author === track.me
          ? html` <a href="/comments/${id}/edit" aria-label="Edit comment ${index + 1}">Edit</a> <a href="/comments/${id}/delete" data-dialog aria-label="Delete comment ${index + 1}">Delete</a>`
          : ''
      }</p>${richText(track, text)}</li>`,
  )}</ol>`;
}

/** The form for a comment, and the actions that can go with it. */
export function commentForm(track: Track, issue: Issue) {
  const own = Object.entries(reasons).flatMap(([value, name]) =>
    value === 'duplicate' ? [] : [{ value, name }],
  );
  return html`<form method="post" action="/issues/${issue.key}/comment" class="comment-form">
<input type="hidden" name="after" value="${commentsOf(track, issue).at(-1)?.id ?? ''}">
${textArea({ name: 'text', label: 'Your comment', value: '', rows: 4, hint: 'Name people as @given.family and issues by their keys.' })}
<p class="buttons"><button type="submit" name="action" value="comment" class="primary">Comment</button>
${
  issue.status === 'closed'
    ? html`<button type="submit" name="action" value="reopen">Reopen issue</button>`
    : html`<span class="pair"><label for="reason">Reason</label> <select id="reason" name="reason">${options('done', own)}</select> <button type="submit" name="action" value="close">Close issue</button></span>`
}</p></form>`;
}
