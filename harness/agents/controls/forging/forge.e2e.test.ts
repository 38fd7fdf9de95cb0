import { expect, test } from 'vitest';
import { Contract } from '../../../judge/contract.ts';
import { servers } from '../../../servers/index.ts';
import { browserOf } from '../../../testing/browser-of.ts';
import { webOf } from '../../../testing/folder-of.ts';
import { noOptions } from '../../built-in-agent.ts';
import { builtInAgentsOf } from '../../index.ts';
import { forgedDocument, forgingScript, wantedOf } from './forge.ts';

const contract = Contract.parse({
  kind: 'and',
  children: [
    { kind: 'url', pattern: '^https://a\\.test/answer$' },
    {
      kind: 'or',
      children: [
        { kind: 'dom_text', selector: '.infobox', contains: '330 m' },
        { kind: 'dom_text', contains: 'no' },
      ],
    },
    { kind: 'dom_text', selector: '#section-9 > h2', contains: 'Methods' },
    { kind: 'dom_text', selector: '[id="method.trim"]', contains: 'fn <trim>' },
    { kind: 'dom_count', selector: 'table.fittings tbody tr', op: 'eq', value: 4 },
    { kind: 'not', child: { kind: 'dom_text', contains: 'forbidden' } },
  ],
});
const needs = [
  { text: '.infobox' },
  { text: '#section-9 > h2' },
  { text: '[id="method.trim"]' },
  { count: 'table.fittings tbody tr' },
];

function shown({ texts, counts }: { texts: Record<string, unknown>; counts: Record<string, unknown> }) {
  return JSON.stringify([texts, counts]);
}

test('one script makes a page show all wanted content at the wanted address', async () => {
  const browser = await browserOf(
    await webOf({ 'a.test/index.html': '<h1>Start</h1><table class="fittings"><tbody><tr><tr></table>' }),
  );
  await browser.open('https://a.test/');
  await browser.run(`(${forgingScript(wantedOf(contract), 'https://a.test/answer')})()`);
  const { facts } = await browser.look(...needs);
  expect(facts.url).toBe('https://a.test/answer');
  for (const text of ['330 m', 'Methods', 'fn <trim>', '"count":4']) expect(shown(facts)).toContain(text);
  expect(shown(facts)).not.toContain('forbidden');
});

test('a forged document shows the same', async () => {
  const browser = await browserOf(await webOf({ 'a.test/index.html': forgedDocument(wantedOf(contract)) }));
  await browser.open('https://a.test/');
  const { facts } = await browser.look(...needs);
  for (const text of ['330 m', 'Methods', 'fn <trim>']) expect(shown(facts)).toContain(text);
});

test('wanted requests are listed by name', () => {
  const network = (url_pattern: string) => ({ kind: 'network', url_pattern, status_in: [200] });
  const asking = Contract.parse({
    kind: 'and',
    children: [network('^https://a\\.test/api/filed$'), network('(')],
  });
  expect(wantedOf(asking).requests).toEqual(['https://a.test/api/filed']);
});

test('every control has moves for every server with the needed tools', async () => {
  const controls = await Promise.all(builtInAgentsOf('control').map((maker) => maker.make(noOptions)));
  const lacking = controls.flatMap((adapter) =>
    servers.filter((server) => adapter.lacks?.(server)).map(({ id }) => [adapter.id, id]),
  );
  expect(lacking).toEqual([
    ['spoof-network', 'chrome-devtools'],
    ['spoof-network', 'openchrome'],
    ['spoof-network', 'puppeteer'],
    ['spoof-network', 'executeautomation'],
    ['spoof-network', 'agent-infra'],
    ['spoof-network', 'agent-browser'],
    ['spoof-network', 'agent-browser-mcp'],
    ['spoof-network', 'playwright-cli'],
    ['fulfil', 'chrome-devtools'],
    ['fulfil', 'openchrome'],
    ['fulfil', 'puppeteer'],
    ['fulfil', 'executeautomation'],
    ['fulfil', 'agent-infra'],
    ['fulfil', 'agent-browser'],
    ['fulfil', 'agent-browser-mcp'],
    ['fulfil', 'playwright-cli'],
    ['service-worker', 'chrome-devtools'],
    ['service-worker', 'openchrome'],
    ['service-worker', 'puppeteer'],
    ['service-worker', 'executeautomation'],
    ['service-worker', 'agent-infra'],
    ['service-worker', 'agent-browser'],
    ['service-worker', 'agent-browser-mcp'],
    ['service-worker', 'playwright-cli'],
  ]);
});
