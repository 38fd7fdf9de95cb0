import { html } from 'hono/html';
import { ask } from '../../../site/confirm.ts';
import { mayChange } from '../../deeds/may.ts';
import type { Exchange } from '../../parts/exchange.ts';
import { textArea } from '../../parts/field.ts';
import { forbidden } from '../../parts/forbidden.ts';
import type { Comment, Issue } from '../../state/rows.ts';
import type { Answer, Page } from '../page.ts';

/** Only the author may change or delete a comment. */
export const commentPage: Page = (site) => {
  site.get(
    '/comments/:id/edit',
    ownComment((exchange, comment) => form(exchange, comment)),
  );
  site.post(
    '/comments/:id/edit',
    ownComment((exchange, comment, { key }) => {
      const { track, said, lead } = exchange;
      const text = said('text');
      if (text === '') return form(exchange, comment, ['Write something, or delete the comment.']);
      track.store.change('comments', comment.id, { text });
      return lead(`/issues/${key}`, 'comment-saved');
    }),
  );
  site.get(
    '/comments/:id/delete',
    ownComment((exchange, { id, text }, { key }) =>
      ask(exchange, {
        title: 'Delete this comment?',
        words: html`<q>${text}</q> will be gone for good.`,
        action: `/comments/${id}/delete`,
        button: 'Delete comment',
        cancel: `/issues/${key}`,
      }),
    ),
  );
  site.post(
    '/comments/:id/delete',
    ownComment(({ track, lead }, { id }, { key }) => {
      track.store.remove('comments', id);
      return lead(`/issues/${key}`, 'comment-deleted');
    }),
  );
};

function ownComment(
  give: (exchange: Exchange, comment: Comment, issue: Issue) => ReturnType<Answer>,
): Answer {
  return (exchange) => {
    const { store, me } = exchange.track;
    const comment = store.get('comments', exchange.parameter('id'));
    const issue = store.get('issues', comment?.issue ?? '');
    if (!comment || !issue) return undefined;
    const isOurs = comment.author === me && mayChange(exchange.track, issue.project);
    return isOurs ? give(exchange, comment, issue) : forbidden(exchange, issue.project);
  };
}

function form({ show }: Exchange, { id, text }: Comment, mistakes: readonly string[] = []) {
  return show(
    'Edit comment',
    html`<h1>Edit comment</h1><form class="sheet" method="post" action="/comments/${id}/edit">
${textArea({ name: 'text', label: 'Your comment', value: mistakes.length > 0 ? '' : text, rows: 6, mistakes })}
<p class="buttons"><button type="submit" class="primary">Save comment</button></p></form>`,
    mistakes.length > 0 ? 422 : 200,
  );
}
