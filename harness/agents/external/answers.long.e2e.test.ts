import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { devtools } from '../../servers/devtools.ts';
import { makeInstance } from '../../task/templates/make-instances.ts';
import { openWorld } from '../../task/templates/open-world.ts';
import { readTemplates } from '../../task/templates/read-templates.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { play } from '../../testing/play.ts';
import { answersOf, templateIds } from '../../testing/template-rules.ts';
import { readFixtureSites } from '../../web/fixture-sites.ts';
import { noOptions } from '../built-in-agent.ts';
import type { AgentInterface } from '../clis/agent.ts';
import { chooseAgent } from './choose-agent.ts';

const seed = 1;
const ids = await templateIds('town');
const answers = [...(await answersOf(ids, seed))].flatMap(([id, answer]) =>
  answer === null ? [] : [[id, answer] as const],
);
const web = await readFixtureSites(thisProject.webRoots);
const { begun } = openWorld(web, seed);
const tasks = new Map(
  (await readTemplates(thisProject.tasks, ids)).map((template) => [
    template.id,
    makeInstance(template, begun).task,
  ]),
);

const quoted = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;
const typed = (answer: string) => (String(Number(answer)) === answer ? Number(answer) : answer);
const done = (answer: string) => JSON.stringify([['done', { success: true, answer: typed(answer) }]]);
const waits = JSON.stringify([['wait', { ms: 1 }]]);
const looks = JSON.stringify([['DOM.getDocument', {}]]);

const roads: Readonly<Record<string, [AgentInterface, string, (answer: string) => string[]]>> = {
  'done of mcp': ['mcp', 'mcp-agent.mjs', (answer) => [done(answer)]],
  'the last line of mcp': ['mcp', 'mcp-agent.mjs', (answer) => [waits, `--says=${answer}`]],
  'the end of acp': ['acp', 'acp-agent.mjs', (answer) => [waits, `--says=${answer}`]],
  'the file of cdp': [
    'cdp',
    'cdp-agent.mjs',
    (answer) => [looks, `--answers=${JSON.stringify({ success: true, answer: typed(answer) })}`],
  ],
};

const cases = Object.keys(roads).flatMap((road) =>
  answers.map(([id, answer]) => [road, id, answer] as const),
);

test('some templates need an answer', () => {
  expect(answers.length).toBeGreaterThan(5);
});

test.each(cases)('by %s the answer to %s is judged', async (road, id, answer) => {
  const [door, file, wordsOf] = roads[road] ?? [];
  const task = tasks.get(id);
  if (!door || !file || !wordsOf || !task) throw new Error(`no such case: ${road}, ${id}`);
  const script = fileURLToPath(new URL(`../../testing/guests/${file}`, import.meta.url));
  const command = `exec ${[process.execPath, script, ...wordsOf(answer)].map(quoted).join(' ')}`;
  const adapter = await chooseAgent({ command, id: 'ours', door }, noOptions);
  const { success, startUrl } = task;
  const server = door === 'cdp' ? devtools : guestServer();
  const { result } = await play({ web, task, success, startUrl, adapter, server });
  expect(result.answer).toBe(answer);
  const clauses = result.verdict?.clauses.filter(({ name }) => name.includes('(answer'));
  expect(clauses?.map(({ outcome, observed }) => [outcome, observed])).toEqual([['passed', undefined]]);
});
