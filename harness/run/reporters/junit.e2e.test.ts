import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';
import { xmlFault } from '../../testing/xml-fault.ts';
import { makePlan } from '../make-plan.ts';
import { quietOptions } from '../plan.ts';
import { reporterFor } from './index.ts';

/** What the schema that Jenkins publishes allows of each element. */
const allowed: Record<string, readonly string[]> = {
  testsuites: ['name', 'time', 'tests', 'failures', 'disabled', 'errors'],
  testsuite: [
    ...['name', 'tests', 'failures', 'errors', 'time', 'disabled', 'skipped', 'timestamp', 'hostname'],
    ...['id', 'package'],
  ],
  testcase: ['name', 'assertions', 'time', 'classname', 'status'],
  failure: ['type', 'message'],
  error: ['type', 'message'],
  skipped: ['message'],
};

test('a run is a JUnit report below --out: what failed, what was lost to us and what was left out are told apart', async () => {
  const out = await folderOf();
  const options = { ...quietOptions(thisProject), taskIds: ['example-h1'], adapter: 'noop', out };
  const plan = await makePlan(options, cleanEnv());
  const episodes = [
    exampleResult(),
    exampleFailure({ taskId: 'said-<"&\u0007', trial: 2 }),
    exampleResult({ taskId: 'lost', status: 'tool_error', success: false, error: 'the server is gone' }),
  ];
  const run = exampleRun({
    episodes,
    startedAt: '2026-01-02T03:04:05.678Z',
    notRun: [
      { taskId: 'unable', why: 'cannot' },
      { taskId: 'other', why: 'not_asked' },
    ],
  });
  reporterFor('junit', plan).end({
    ...{ runs: [run], interrupted: false, refused: null, resultsFile: null, notRecorded: [] },
  });
  const xml = await readFile(path.join(out, 'junit.xml'), 'utf8');
  expect(await xmlFault(xml)).toBeNull();
  for (const [, element = '', attributes = ''] of xml.matchAll(/<(\w+)((?: \w+="[^"]*")*)\/?>/g))
    expect(allowed[element]).toEqual(
      expect.arrayContaining([...attributes.matchAll(/ (\w+)=/g)].map(([, name]) => name)),
    );
  expect(xml).toContain(
    '<testsuite name="webvoyager playwright" tests="4" failures="1" errors="1" skipped="1" time="3.704" timestamp="2026-01-02T03:04:05">',
  );
  expect(xml).toContain(
    '<testcase classname="webvoyager.playwright" name="task-01-example-com-title" time="1.2345"/>',
  );
  expect(xml).toMatch(
    /name="said-&#60;&#34;&#38;\\u0007 #2" time="1\.2345"><failure type="failed" message="postconditions\[1\] .*?">.*again: {2}npm run/s,
  );
  expect(xml).toMatch(/name="lost" time="1\.2345"><error type="tool_error" message="the server is gone/);
  expect(xml).toContain('name="unable" time="0"><skipped message="cannot"/></testcase>');
  expect(xml).not.toContain('"other"');
});
