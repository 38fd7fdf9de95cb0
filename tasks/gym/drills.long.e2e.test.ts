import { expect, test } from 'vitest';
import { thisProject } from '../../harness/cli/this-project.ts';
import { playWays, waysOf } from '../../harness/experiments/capabilities/ways.ts';
import { listedServer } from '../../harness/servers/index.ts';
import { playwright } from '../../harness/servers/tool-mappings/playwright.ts';
import { readSuites, suitesIn } from '../../harness/task/read-suites.ts';
import { noPatternCheck } from '../../harness/task/read-tasks.ts';
import { instanceMaker } from '../../harness/task/templates/make-instances.ts';
import { isDrill } from '../../harness/task/templates/template.ts';
import type { ReferenceSolution } from '../../harness/task/walkthroughs/walkthrough.ts';
import { folderOf } from '../../harness/testing/folder-of.ts';

const suite = suitesIn(await readSuites(thisProject.tasks, noPatternCheck)).get('gym');
const instances = await instanceMaker(thisProject).make(suite?.templates ?? [], suite?.seeds ?? []);
const wrong = instances.map(({ template, drawn, task }) => ({
  id: task.id,
  ways: isDrill(template) ? waysOf(template.wrongWays(drawn), playwright).ways : [],
}));
const most = Math.max(...wrong.map(({ ways }) => ways.length));

test('every way that is wrong is played to its end through Playwright MCP, and fails, on every seed', async () => {
  expect(wrong.filter(({ ways }) => ways.length === 0)).toEqual([]);
  for (let nth = 0; nth < most; nth += 1) {
    const ways = new Map<string, ReferenceSolution>(
      wrong.flatMap(({ id, ways }) => ways.slice(nth, nth + 1).map(({ steps }) => [id, steps] as const)),
    );
    const played = await playWays(ways, {
      ...{ project: thisProject, suite: 'gym', choice: listedServer('playwright'), workers: 2 },
      ...{ out: await folderOf({}), env: process.env, signal: new AbortController().signal },
      countTokens: () => 0,
    });
    expect(played.size).toBe(ways.size);
    for (const [id, { status, why }] of played)
      expect([id, nth, status, why]).toEqual([id, nth, 'failed', why]);
  }
});
