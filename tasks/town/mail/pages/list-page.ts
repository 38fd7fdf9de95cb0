import { html } from 'hono/html';
import { folderList, labelList, type MailList, starredList } from '../lists/mail-list.ts';
import type { Exchange } from '../parts/exchange.ts';
import { threadList } from '../parts/thread-list.ts';
import type { Page } from './page.ts';

/** The inbox and other folders, labels, and starred mail. */
export const listPage: Page = (site) => {
  site.get('/', ({ lead }) => lead('/folder/inbox'));
  site.get('/starred', (exchange) => show(exchange, starredList(exchange.state), ''));
  site.get('/folder/:id', (exchange) => {
    const id = exchange.parameter('id');
    const list = folderList(exchange.state, id);
    return list && show(exchange, list, id);
  });
  site.get('/label/:id', (exchange) => {
    const list = labelList(exchange.state, exchange.parameter('id'));
    return list && show(exchange, list, '');
  });
};

function show(exchange: Exchange, { title, found }: MailList, folder: string) {
  const canEmpty = (folder === 'trash' || folder === 'spam') && found.length > 0;
  return exchange.show(
    title,
    html`<div class="heading"><h1>${title}</h1>${canEmpty ? html`<a class="button" href="/empty/${folder}" data-dialog>Empty ${title.toLowerCase()}</a>` : ''}</div>
${found.length === 0 ? html`<p class="empty">Nothing here. ${hintOf(folder)}</p>` : threadList(exchange, found, folder)}`,
  );
}

function hintOf(folder: string): string {
  if (folder === 'inbox') return 'New mail arrives here.';
  if (folder === 'trash' || folder === 'spam')
    return 'What you move here can be restored until you empty it.';
  return 'Move or label conversations to find them here.';
}
