import { html } from 'hono/html';

const tabs = {
  '/settings': 'General',
  '/settings/signatures': 'Signatures',
  '/settings/vacation': 'Vacation reply',
  '/settings/filters': 'Filters',
  '/settings/labels': 'Labels',
  '/settings/folders': 'Folders',
};

export function settingsTabs(current: keyof typeof tabs) {
  return html`<nav class="tabs" aria-label="Settings"><ul>${Object.entries(tabs).map(
    ([path, name]) =>
      html`<li><a href="${path}"${path === current ? html` aria-current="page"` : ''}>${name}</a></li>`,
  )}</ul></nav>`;
}
