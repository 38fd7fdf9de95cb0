/** The overhead of the harness for an agent that drives the browser: judged episodes against the agent on a bare browser. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { browserUse } from '../../agents/clis/browser-use.ts';
import { findInstalled } from '../../agents/external/find-installed.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { median } from '../../results/statistics/statistics.ts';
import { readSuites } from '../../task/read-suites.ts';
import { noPatternCheck, type TaskFile } from '../../task/read-tasks.ts';
import type { BareTask } from './bare-agent.ts';
import { browserUseAnswer, browserUseTurns, lastMessageOf } from './browser-use-turns.ts';
import type { Circumstances, Measurement } from './measurement.ts';

const pairs = 3;
const atMost = 1.15;

const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * browser-use on three tasks, with a model that answers at once: the whole time of a judged run of one worker, divided
 * by the whole time of a bare script. Throws `UserError` if browser-use is not installed.
 */
export async function benchAgents({ project, signal, print }: Circumstances): Promise<Measurement> {
  const installed = await findInstalled(browserUse, process.env);
  if (!installed)
    throw new UserError('bench:self agents: needs browser-use; install it with: agents install browser-use');
  const { tasks: all } = await readSuites(project.suites, noPatternCheck);
  const ids = Object.keys(browserUseTurns);
  const tasks = ids.flatMap((id) => all.find(({ task }) => task.id === id) ?? []);
  const model = await startModel(tasks);
  const out = await mkdtemp(path.join(tmpdir(), 'cb-self-'));
  const sides = {
    bare: () => playBare(project.root, installed.program, model.url, tasks, signal),
    judged: () => playJudged(ids, model.url, out, signal),
  };
  try {
    // One of each to fill the caches of both.
    const samples: { bareMs: number; judgedMs: number; ratio: number }[] = [];
    for (const side of ['bare', 'judged'] as const) await sides[side]();
    for (let pair = 1; pair <= pairs; pair++) {
      const ms = { bare: 0, judged: 0 };
      // The second one finds a warmer machine: take turns.
      for (const side of pair % 2 === 1 ? (['bare', 'judged'] as const) : (['judged', 'bare'] as const)) {
        const from = performance.now();
        await sides[side]();
        ms[side] = performance.now() - from;
      }
      samples.push({ bareMs: ms.bare, judgedMs: ms.judged, ratio: ms.judged / ms.bare });
      print(
        `pair ${pair}: bare ${seconds(ms.bare)}, judged ${seconds(ms.judged)}, ratio ${(ms.judged / ms.bare).toFixed(3)}`,
      );
    }
    const ratio = median(samples.map((each) => each.ratio)) ?? Number.NaN;
    print(
      `${browserUse.id} ${browserUse.package.version}, ${ids.length} tasks, median ratio judged / bare over ${pairs} pairs: ${ratio.toFixed(3)} (at most ${atMost} required)`,
    );
    return { passed: ratio <= atMost, ratio, samples };
  } finally {
    model.close();
    await rm(out, { recursive: true, force: true });
  }
}

/** A host of chat completions that answers browser-use at once. It finds the task by the goal in the request. */
async function startModel(tasks: readonly TaskFile[]) {
  const turnOf = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const asked = lastMessageOf(body);
    const id = tasks.find(({ task }) => asked.includes(task.goal))?.task.id ?? '';
    const turns = browserUseTurns[id] ?? { turns: [] };
    const turn = turnOf.get(id) ?? 0;
    turnOf.set(id, turn === turns.turns.length ? 0 : turn + 1);
    const content = browserUseAnswer(turns, turn, body);
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ id: 'c', object: 'chat.completion', created: 0, model: 'stand-in', choices, usage }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

async function playBare(
  root: string,
  python: string,
  model: string,
  tasks: readonly TaskFile[],
  signal: AbortSignal,
): Promise<void> {
  const given = tasks.map(
    ({ task: { goal, startUrl, maxSteps }, instance }): BareTask => ({
      ...{ goal, startUrl, maxSteps },
      seed: instance?.seed,
    }),
  );
  await run(process.execPath, [here('./bare-agent.ts'), root, python, model, JSON.stringify(given)], {
    signal,
  });
}

async function playJudged(
  ids: readonly string[],
  model: string,
  out: string,
  signal: AbortSignal,
): Promise<void> {
  const flags = ['--model', 'stand-in', '--price-in', '1', '--price-out', '1', '--workers', '1'];
  const tasks = ids.flatMap((id) => ['--task', id]);
  const env = {
    ...process.env,
    OPENCHROME_BENCH_REAL: '1',
    OPENAI_BASE_URL: `${model}/v1`,
    OPENAI_API_KEY: 'none',
  };
  const args = ['run', '--agent', browserUse.id, ...flags, ...tasks, '--no-save', '--out', out];
  await run(process.execPath, [here('../../cli/main.ts'), ...args], { signal, env, maxBuffer: 2 ** 26 });
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
