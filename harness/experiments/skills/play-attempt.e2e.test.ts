import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { browserExample, leakingExample } from '../../testing/browser-example.ts';
import { placebo } from './bundle.ts';
import { literalsOf } from './leaks.ts';
import { loadConfig } from './load-config.ts';
import { runSuite } from './run-suite.ts';

test('a task of the browser example is played per condition from its recordings, and the contract judges', async () => {
  const folder = await browserExample('route');
  const run = await runSuite(await loadConfig(path.join(folder, 'bench.yaml')), {
    project: thisProject,
    deterministic: true,
  });
  expect(run.tasks[0]?.verifier).toEqual({ type: 'episode', label: 'fixture-spa-route' });
  const ends = run.results.map(({ passed, error_category: category }) => (passed ? 'passed' : category));
  expect(ends).toEqual(['assertion_failed', 'passed', 'passed']);
  expect(run.results[0]).toMatchObject({
    exit_code: null,
    error_message: expect.stringMatching(/^failed: postconditions\[\d\] \(.*\): wanted .*; observed /),
  });
});

test('a bundle that holds what a contract looks for is refused before anything runs', async () => {
  const loaded = await leakingExample();
  await expect(runSuite(loaded, { project: thisProject, deterministic: true })).rejects.toThrow(
    /bench\.yaml:\d+:\d+: tasks\[0\]\.episode\.task: skill_leak: bundles\/curated-skill\/SKILL\.md:2 holds "Example Domain", which the contract of example-h1 looks for/,
  );
});

test('what a task needs and is not there is named at once', async () => {
  const folder = await browserExample();
  const file = path.join(folder, 'bench.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text
      .replace('task: example-h1', 'task: no-such-task')
      .replace('server: playwright }', 'server: netscape }'),
  );
  const loaded = await loadConfig(file);
  await expect(runSuite(loaded, { project: thisProject, deterministic: true })).rejects.toThrow(
    /tasks\[0\]\.episode\.server: .*netscape[\s\S]*tasks\[0\]\.episode\.task: unknown task "no-such-task"; there are \d+, which /,
  );
  await writeFile(file, text);
  await expect(
    runSuite(await loadConfig(file), { project: thisProject, deterministic: true, placebo: true }),
  ).rejects.toThrow(/no transcript transcripts\/placebo\/example-h1\.jsonl/);
  const minimal = await loadConfig('docs/examples/skills/minimal/bench.yaml', { folder: thisProject.root });
  await expect(
    runSuite(minimal, { project: thisProject, deterministic: true, placebo: true }),
  ).rejects.toThrow(/a placebo is for suites of episode tasks alone/);
});

test('a placebo is as long as what it stands for and says nothing', () => {
  expect(placebo(500)).toHaveLength(500);
  expect(placebo(0)).toBe('');
});

test('what a contract looks for: its texts, and of its patterns what stands for itself, hosts left out', () => {
  expect(
    literalsOf({
      kind: 'and',
      children: [
        { kind: 'url', pattern: '^https://tickets\\.test/orders/HC-AL-2BD(?:[?#]|$)' },
        { kind: 'dom_text', selector: '#confirmation', contains: 'HC-AL' },
      ],
    }),
  ).toEqual(['orders/HC-AL-2BD', 'HC-AL']);
});
