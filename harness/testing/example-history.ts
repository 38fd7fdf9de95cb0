import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFailure, exampleResult, exampleRun } from '../results/examples/example-run.ts';
import { saveRun } from '../results/store/save-run.ts';
import { findServer, packageOf } from '../servers/index.ts';

export const exampleShas = ['a', 'b', 'c'].map((digit) => digit.repeat(40));

/** Text that an attacker puts into results to have it run on the site. */
export const hostile = '<img src=x onerror=alert(1)>"\'</pre><script>alert(1)</script>';
export const turned = '\u202Eegnarts\u202C';

/**
 * Three commits with two servers each. The second breaks one task on the first server, the third
 * mends it. At the first commit lies a run beside them in which all that can be text is hostile.
 */
export async function writeExampleHistory(results: string): Promise<void> {
  cpSync('results/references.json', join(results, 'references.json'));
  for (const index of exampleShas.keys())
    for (const [serverIndex, id] of ['playwright', 'chrome-devtools'].entries())
      await measured(results, index, serverIndex, id);
}

async function measured(results: string, index: number, serverIndex: number, id: string): Promise<void> {
  const sha = exampleShas[index] ?? '';
  const day = `2026-01-0${index + 1}T00:0${serverIndex}:00Z`;
  const episodes = taskIds.map((taskId, task) => {
    const changes = { taskId, durationMs: 1000 + 100 * task + 10 * index, toolCalls: 3 + serverIndex };
    return index === 1 && serverIndex === 0 && task === 1
      ? exampleFailure({ ...changes, error: 'x'.repeat(10_000) })
      : exampleResult(changes);
  });
  const server = {
    id,
    package: packageOf(findServer(id)),
    version: '1.0.0',
    toolsSha256: null,
  };
  const commit = {
    date: day,
    parents: index === 0 ? [] : [exampleShas[index - 1] ?? ''],
    subject: index === 0 ? hostile : `commit ${index}`,
  };
  const run = exampleRun({
    runId: `run-${index}-${serverIndex}`,
    startedAt: day,
    episodes,
    config: { server, adapter: 'claude', model: 'a model' },
  });
  await saveRun(results, sha, commit, run);
  if (index + serverIndex > 0) return;
  await saveRun(results, sha, commit, hostileRun(day));
}

export function hostileRun(
  startedAt: string,
  config: { kind?: 'replay'; adapter: string; model?: string } = { adapter: 'claude', model: hostile },
) {
  const failure = exampleFailure({
    taskId: 'local-form-submit',
    finalUrl: `https://example.com/?${hostile}`,
    error: `${hostile}${turned}${'x'.repeat(10_000)}`,
    lastTool: hostile,
    failedPostcondition: { name: hostile, wanted: hostile, observed: `${turned}${hostile}` },
    verdict: {
      outcome: 'failed',
      clauses: [{ name: hostile, outcome: 'failed', observed: `${turned}${hostile}` }],
    },
  });
  const nothing = exampleResult({
    taskId: 'fixture-dialog',
    status: 'adapter_error',
    success: false,
    finalUrl: null,
    firstHeldAtStep: null,
    verdict: null,
    factsSha256: null,
    wandering: { repeats: 0, excessSteps: null },
  });
  return exampleRun({
    runId: 'hostile',
    suite: hostile,
    startedAt,
    episodes: [
      exampleResult({ taskId: 'fixture-spa-route' }),
      failure,
      exampleResult({ taskId: hostile }),
      nothing,
    ],
    config: {
      ...config,
      server: { id: hostile, package: null, version: hostile, toolsSha256: null },
    },
  });
}

const taskIds = [
  'task-01-example-com-title',
  'task-02-mdn-fetch-syntax',
  'task-03-wikipedia-eiffel-height',
  'task-04-rfc-9110-section-9-title',
  'task-05-w3c-html-section-definition',
  'task-06-arxiv-2401-13919-abstract',
  'task-07-rust-string-trim-method',
  'task-08-mdn-array-map-return',
  'task-09-wikipedia-speed-of-light',
  'task-10-tc39-ecma262-strict-mode',
];
