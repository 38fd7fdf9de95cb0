import { expect, test } from 'vitest';
import { findServer, servers } from './index.ts';
import { isScriptTool, runsScript, serverIn, whyUnread } from './script-tools.ts';
import { toolMappingOf } from './tool-mappings/index.ts';

test('the script tool of every server runs scripts, and none of its other mapped tools does', () => {
  for (const server of servers) {
    if (server.script) expect([server.id, runsScript(server, server.script)]).toEqual([server.id, true]);
    if (server.open) expect([server.id, runsScript(server, server.open)]).toEqual([server.id, false]);
  }
});

test.each([
  ['browser_evaluate', true],
  ['browser_run_code_unsafe', true],
  ['browser_run_code', true],
  ['evaluate_script', true],
  ['javascript_tool', true],
  ['agent_browser_eval', true],
  ['browser_click', false],
  ['retrieval', false],
  ['describe', false],
])('by its name alone, %s is a script tool of an unknown server: %s', (tool, expected) => {
  expect(isScriptTool({ script: null, answerRequests: null }, tool)).toBe(expected);
});

test.each([
  [['eval', '1'], true],
  [['--json', 'eval', '1'], true],
  [['batch', 'eval 1'], true],
  [['run-code', 'x'], true],
  [['click', 'e3'], false],
  [['fill', 'e3', 'an evaluation'], false],
])('the command %j runs a script: %s', (args, expected) => {
  expect(runsScript(findServer('playwright-cli'), { tool: 'run', args: { args } })).toBe(expected);
});

test('in a suite that refuses scripts, verbs by the script tool are verbs that the server cannot do', () => {
  const server = findServer('puppeteer');
  const refusing = serverIn({ scripts: 'refused' }, server);
  expect(serverIn({}, server)).toBe(server);
  expect(toolMappingOf(server)?.verbs.scroll.by).toBe('script');
  expect(toolMappingOf(refusing)?.verbs.scroll).toMatchObject({ by: 'nobody', why: expect.any(String) });
  expect(toolMappingOf(refusing)?.verbs.click.by).toBe('tool');
});

test('a server that reads a page only by scripts cannot play there', () => {
  const why = (id: string, scripts: 'refused' | 'offered') => {
    const server = serverIn({ scripts }, findServer(id));
    const mapping = toolMappingOf(server);
    return mapping && whyUnread(server, mapping);
  };
  expect(why('puppeteer', 'refused')).toBe('no tool gives the text of a page');
  expect([why('puppeteer', 'offered'), why('playwright', 'refused')]).toEqual([null, null]);
});
