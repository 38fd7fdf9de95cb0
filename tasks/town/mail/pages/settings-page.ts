import { html } from 'hono/html';
import type { Exchange } from '../parts/exchange.ts';
import { field, select } from '../parts/field.ts';
import { settingsTabs } from '../parts/settings-tabs.ts';
import type { Page } from './page.ts';

const pageSizes = [10, 25, 50] as const;

/** The display settings, and the sender name. */
export const settingsPage: Page = (site) => {
  site.get('/settings', (exchange) => show(exchange));
  site.post('/settings', (exchange) => {
    const { form, state } = exchange;
    const displayName = (form.get('displayName') ?? '').trim();
    if (displayName === '') return show(exchange, ['Write a name.']);
    const pageSize = pageSizes.find((size) => `${size}` === form.get('pageSize')) ?? 25;
    const signature = state.store.get('signatures', form.get('signature') ?? '')?.id ?? '';
    state.store.change('settings', 'settings', { displayName, pageSize, signature });
    return exchange.lead('/settings', 'settings-saved');
  });
};

function show(exchange: Exchange, mistakes: readonly string[] = []) {
  const { store, world } = exchange.state;
  const settings = store.get('settings', 'settings');
  const sizes = pageSizes.map((size) => ({ value: `${size}`, name: `${size} conversations` }));
  const signatures = store.all('signatures').map(({ id, name }) => ({ value: id, name }));
  return exchange.show(
    'Settings',
    html`<h1>Settings</h1>${settingsTabs('/settings')}
<form class="sheet" method="post" action="/settings">
<p>Your address is <strong>${world.person.email}</strong>.</p>
${field({ name: 'displayName', label: 'Your name on mail that you send', value: settings?.displayName ?? '', mistakes })}
${select('pageSize', 'On each page', `${settings?.pageSize}`, sizes)}
${select('signature', 'Signature of new mail', settings?.signature ?? '', [{ value: '', name: 'None' }, ...signatures])}
<p><button type="submit" class="primary">Save settings</button></p>
</form>`,
    mistakes.length > 0 ? 422 : 200,
  );
}
