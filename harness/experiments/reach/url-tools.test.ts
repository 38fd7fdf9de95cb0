import { expect, test } from 'vitest';
import { agentBrowser } from '../../servers/agent-browser.ts';
import { playwright } from '../../servers/playwright.ts';
import { urlTools } from './url-tools.ts';

const tool = (name: string, properties: Record<string, object>, required: string[] = []) => ({
  ...{ name, inputSchema: { type: 'object', properties, required } },
});
const text = { type: 'string' };

test('each tool that takes a URL is called with what it requires besides', () => {
  const tools = [
    tool('browser_navigate', { url: text }, ['url']),
    tool('browser_tabs', { action: { type: 'string', enum: ['list', 'new', 'close'] }, url: text }, [
      'action',
    ]),
    tool('post', { url: text, body: text, page: { type: 'number' }, note: text }, ['url', 'body', 'page']),
    tool('crawl', { urls: { type: 'array', items: text } }, ['urls']),
    tool('filter', { url: { type: 'boolean' }, filePath: text }),
    tool('odd', { url: text }),
  ];
  expect(urlTools(playwright, tools).map(({ id, template }) => [id, template.args])).toEqual([
    ['browser_navigate', { url: '{url}' }],
    ['browser_tabs', { action: 'new', url: '{url}' }],
    ['post', { url: '{url}', body: '{}', page: 1 }],
    ['crawl', { urls: ['{url}'] }],
    ['odd', { url: '{url}' }],
  ]);
});

test('the commands of a command line stand in place of tools', () => {
  const [open, tab] = urlTools(agentBrowser, [tool('run', { args: { type: 'array', items: text } })]);
  expect(open).toMatchObject({ id: 'run-open', template: { args: { args: ['open', '{url}'] } } });
  expect(tab).toMatchObject({ id: 'run-tab-new', title: 'run tab new' });
});
