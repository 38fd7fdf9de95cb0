import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { noModelOptions } from '../../agents/built-in-agent.ts';
import { script } from '../../agents/script.ts';
import { servers } from '../../servers/index.ts';
import { fillTemplate, type Server } from '../../servers/server.ts';
import { noPatternCheck, readTasks, withoutMistakes } from '../../task/read-tasks.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { play } from '../../testing/play.ts';
import { readFixtureSites } from '../../web/fixture-sites.ts';

const here = (name: string) => fileURLToPath(new URL(`../../../tasks/${name}`, import.meta.url));

/** Sends what the real outcome would send, writes what the contract reads, sets the address: all in one call. */
const forging = (requests: string, html: string, address: string) =>
  `async () => { ${requests}; document.body.innerHTML = ${JSON.stringify(html)}; history.pushState(null, '', '${address}') }`;

const post = (path: string) => `await fetch('${path}', { method: 'POST' })`;

/** By the id of a `verify: live` task. */
const oneScriptCalls: Readonly<Record<string, string>> = {
  'fixture-cookie-isolation-1-set': forging(
    `document.cookie = 'badge=x; path=/; secure'; ${post('/api/look?storage=present')}`,
    '<p id=badge>V-208',
    '/desk',
  ),
  'fixture-cookie-isolation-2-check': forging(
    `${post('/api/look?storage=absent')}; ${post('/api/badge')}`,
    '<p id=badge>No badge on file',
    '/desk',
  ),
  'fixture-dialog': forging(post('/api/filed'), '<p id=state>box 13', '/memos/17'),
  'fixture-network-500': forging(post('/api/recount'), '<p id=status>scanner 7', '/stock'),
  'fixture-spa-route': forging(post('/api/open/3'), '<p id=note>valve 14', '/notes/3'),
  'local-form-submit': forging(
    `await fetch('/order', { method: 'POST', body: new URLSearchParams({ name: 'Anna Lee', place: 'balcony', seats: '2', way: 'door' }) })`,
    '<p id=confirmation>HC-AL-2BD',
    '/orders/HC-AL-2BD',
  ),
};

/** Plays the one call by a server's own script tool, and gives what came of it. */
async function playOneScriptCall(server: Server, taskId: string) {
  const web = await readFixtureSites([here('web')]);
  const files = withoutMistakes(await readTasks(here('fixtures'), 'fixtures', noPatternCheck));
  const task = files.map((file) => file.task).find(({ id }) => id === taskId);
  if (!task || !server.script) throw new Error(`no task ${taskId}, or no script tool of ${server.id}`);
  const call = fillTemplate(server.script, { script: oneScriptCalls[taskId] ?? '' }, server, []);
  const folder = await folderOf({ 'call.jsonl': JSON.stringify(call) });
  const adapter = await script.make({
    transcripts: [],
    script: `${folder}/call.jsonl`,
    skill: null,
    env: {},
    model: noModelOptions,
  });
  const { result } = await play({
    web,
    success: task.success,
    task,
    server,
    adapter,
    startUrl: task.startUrl,
  });
  return { status: result.status, toolCalls: result.toolCalls, serverErrors: result.serverErrors };
}

const fromNpm = servers.filter(({ origin }) => 'package' in origin);
const attacks = fromNpm.flatMap((server) =>
  Object.keys(oneScriptCalls).map((taskId) => ({ server, taskId })),
);

test.each(attacks)(
  'one call of the script tool of $server.id does not end $taskId',
  async ({ server, taskId }) => {
    expect(await playOneScriptCall(server, taskId)).toEqual({
      status: 'failed',
      toolCalls: 1,
      serverErrors: 0,
    });
  },
);

test('there are twelve of them', () => expect(attacks).toHaveLength(12));
