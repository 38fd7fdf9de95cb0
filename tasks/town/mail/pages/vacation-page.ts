import { html } from 'hono/html';
import type { Exchange } from '../parts/exchange.ts';
import { checkbox, field, textArea } from '../parts/field.ts';
import { settingsTabs } from '../parts/settings-tabs.ts';
import type { Vacation } from '../state/rows.ts';
import type { Page } from './page.ts';

const path = '/settings/vacation';
const day = /^\d{4}-\d{2}-\d{2}$/;

/** The automatic vacation reply. */
export const vacationPage: Page = (site) => {
  site.get(path, (exchange) => {
    const vacation = exchange.state.store.get('vacation', 'vacation');
    return vacation && show(exchange, vacation);
  });
  site.post(path, (exchange) => {
    const said = (name: string) => (exchange.form.get(name) ?? '').replaceAll('\r\n', '\n').trim();
    const vacation = {
      id: 'vacation',
      enabled: said('enabled') === 'yes',
      from: said('from'),
      until: said('until'),
      subject: said('subject'),
      text: said('text'),
    };
    const { enabled, from, until, subject, text } = vacation;
    const mistakes = {
      ...(enabled && !day.test(from) && { from: ['Say the first day.'] }),
      ...(until !== '' &&
        (!day.test(until) || until < from) && { until: ['The last day is not before the first.'] }),
      ...(enabled && subject === '' && { subject: ['Write a subject.'] }),
      ...(enabled && text === '' && { text: ['Write what the reply says.'] }),
    };
    if (Object.keys(mistakes).length > 0) return show(exchange, vacation, mistakes);
    exchange.state.store.change('vacation', 'vacation', vacation);
    return exchange.lead(path, 'vacation-saved');
  });
};

function show(
  exchange: Exchange,
  vacation: Vacation,
  mistakes: Readonly<Record<string, readonly string[]>> = {},
) {
  const { enabled, from, until, subject, text } = vacation;
  const wrong = Object.keys(mistakes).length > 0;
  return exchange.show(
    'Vacation reply',
    html`<h1>Vacation reply</h1>${settingsTabs(path)}
${wrong ? html`<div class="mistakes" role="alert"><p>Not saved.</p>${mistakes.text ? html`<p>${mistakes.text.join(' ')}</p>` : ''}</div>` : ''}
<form class="sheet" method="post" action="${path}">
<p>Whoever writes to you in that time is answered once.</p>
${checkbox('enabled', 'Answer incoming mail', enabled)}
${field({ name: 'from', label: 'First day', value: from, type: 'date', mistakes: mistakes.from })}
${field({ name: 'until', label: 'Last day', value: until, type: 'date', hint: 'Without it the reply goes on until you turn it off.', mistakes: mistakes.until })}
${field({ name: 'subject', label: 'Subject', value: subject, mistakes: mistakes.subject })}
${textArea({ name: 'text', label: 'Message', value: text, rows: 6 })}
<p><button type="submit" class="primary">Save vacation reply</button></p>
</form>`,
    wrong ? 422 : 200,
  );
}
