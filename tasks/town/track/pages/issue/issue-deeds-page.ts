import { html } from 'hono/html';
import { addComment } from '../../deeds/add-comment.ts';
import { closeIssue, reopenIssue } from '../../deeds/close-issue.ts';
import { unlink } from '../../deeds/link-issues.ts';
import { setProperties } from '../../deeds/properties.ts';
import { setWatched } from '../../deeds/watch.ts';
import type { Exchange } from '../../parts/exchange.ts';
import { textArea } from '../../parts/field.ts';
import { changingIssue, onIssue } from '../../parts/guards.ts';
import { propertyFields } from '../../parts/property-fields.ts';
import { readProperties } from '../../parts/read-properties.ts';
import type { Issue } from '../../state/rows.ts';
import { keyIn, reasons } from '../../state/words-of.ts';
import type { Page } from '../page.ts';

/** The actions of the forms on the page of an issue. */
export const issueDeedsPage: Page = (site) => {
  site.post('/issues/:key/properties', changingIssue(saveProperties));
  site.post('/issues/:key/comment', changingIssue(comment));
  site.post(
    '/issues/:key/watch',
    onIssue(({ track, said, lead }, issue) => {
      const isOn = said('watch') === 'yes';
      setWatched(track, issue, isOn);
      return lead(`/issues/${issue.key}`, isOn ? 'watched' : 'unwatched');
    }),
  );
  site.post(
    '/issues/:key/unlink',
    changingIssue(({ track, said, lead }, issue) => {
      const link = track.store.get('links', said('link'));
      const isGone = link && [link.from, link.to].includes(issue.id) && unlink(track, link);
      return lead(`/issues/${issue.key}`, isGone ? 'unlinked' : 'not-changed');
    }),
  );
};

function saveProperties(exchange: Exchange, issue: Issue) {
  const { track, lead, show } = exchange;
  const { properties, mistakes } = readProperties(exchange, issue.project);
  if (Object.keys(mistakes).length > 0)
    return show(
      'Not saved',
      html`<h1>Properties of ${issue.key}</h1><p class="mistakes" role="alert">Not saved. Mend what is marked.</p>
<form class="sheet" method="post" action="/issues/${issue.key}/properties">${propertyFields(track, issue.project, { ...properties, status: issue.status }, mistakes)}
<p class="buttons"><button type="submit" class="primary">Save properties</button> <a class="button" href="/issues/${issue.key}">Cancel</a></p></form>`,
      422,
    );
  const { status, ...others } = properties;
  // A separate button reopens a closed issue.
  const fields = issue.status === 'closed' ? others : { status, ...others };
  const isChanged = setProperties(track, issue, fields);
  return lead(`/issues/${issue.key}`, isChanged ? 'saved' : 'not-changed');
}

function comment({ track, said, lead, show }: Exchange, issue: Issue) {
  const text = said('text');
  const action = said('action');
  const reason = keyIn(reasons, said('reason')) ?? 'done';
  const path = `/issues/${issue.key}`;
  if (text === '' && action === 'comment')
    return show(
      'Not added',
      html`<h1>Comment on ${issue.key}</h1><form class="sheet" method="post" action="${path}/comment"><input type="hidden" name="after" value="${said('after')}"><input type="hidden" name="action" value="comment">
${textArea({ name: 'text', label: 'Your comment', value: '', rows: 6, mistakes: ['Write something.'] })}
<p class="buttons"><button type="submit" class="primary">Comment</button> <a class="button" href="${path}">Cancel</a></p></form>`,
      422,
    );
  if (text !== '') addComment(track, issue, said('after'), text);
  if (action === 'reopen') reopenIssue(track, issue);
  else if (action === 'close') {
    if (issue.status !== 'closed') closeIssue(track, issue, reason === 'duplicate' ? 'done' : reason);
  } else return lead(path, 'commented');
  return lead(path, action === 'close' ? 'closed' : 'reopened');
}
