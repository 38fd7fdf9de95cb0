import { beforeAll, expect, test } from 'vitest';
import { installedAgent } from '../../testing/installed-agent.ts';
import { startVendor, type Vendor } from '../../testing/model-apis/start-vendor.ts';
import { playAgent } from '../../testing/play-agent.ts';
import { type ScratchProject, scratchProject } from '../../testing/scratch-project.ts';
import { magnitude } from '../clis/magnitude.ts';

/** Its action by address needs no place in a screenshot. */
const turns = [
  [{ variant: 'browser:nav', url: 'https://en.wikipedia.org/wiki/Speed_of_light' }],
  [{ variant: 'task:done', evidence: 'The article is shown.' }],
];
const models = [{ id: 'served-model', window: 400_000, maxOutput: 64_000, reasons: false }];

let project: ScratchProject;
let program = '';
beforeAll(async () => {
  project = await scratchProject({ git: false });
  program = await installedAgent(magnitude);
});

async function play(out: string) {
  const task = 'task-09-wikipedia-speed-of-light';
  const asked: { vendor?: Vendor } = {};
  await using vendor = await startVendor(
    'vllm',
    ({ number }) => {
      const asksReport = JSON.stringify(asked.vendor?.requests.at(-1)?.body).includes('Report the end');
      if (asksReport) return { text: JSON.stringify({ success: true, answer: '' }) };
      return { text: JSON.stringify({ reasoning: 'I see it.', actions: turns[number - 1] }) };
    },
    { models },
  );
  asked.vendor = vendor;
  const flags = ['--task', task, '--model', 'served-model'];
  // Awaited, because the fake API ends with this function.
  return await playAgent(project, magnitude, vendor, { out, flags });
}

test('Magnitude plays a task over DevTools, on a strict API', async () => {
  if (program === '') return;
  const { config, episodes, stdout, exitCode } = await play('magnitude');
  expect(episodes.map(({ status, error }) => [status, error])).toEqual([['passed', undefined]]);
  expect(episodes).toMatchObject([{ ownSteps: 2, requests: 3, selfReport: true }]);
  // Its scripts change the page, so they are acts too.
  expect(episodes[0]?.steps).toBeGreaterThanOrEqual(1);
  expect(config.agent).toMatchObject({ id: 'magnitude', door: 'cdp', vision: true, confined: true });
  expect(stdout).toContain(
    `magnitude ${magnitude.package.version}, with screenshots, interface cdp, sandboxed`,
  );
  expect(exitCode).toBe(0);
});
