/** The overhead of the harness for local weights: requests through the proxy of an episode against the runtime alone. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { grammarOf } from '../../agents/models/local/answer-form.ts';
import { localLimits } from '../../agents/models/local/limits.ts';
import { LocalMachine } from '../../agents/models/local/local-machine.ts';
import { openLocalProxy } from '../../agents/models/local/local-proxy.ts';
import { prepareWeights } from '../../agents/models/local/prepare-weights.ts';
import { answerRecorder } from '../../agents/models/local/record-answers.ts';
import { neededRuntime } from '../../agents/models/local/runtime/install-runtime.ts';
import { count } from '../../platform/words/format.ts';
import { median } from '../../results/statistics/statistics.ts';
import { redactorFor } from '../../task/transcripts/redact.ts';
import { answerTokens, type GrowingConversation, growingConversation } from './growing-conversation.ts';
import type { Circumstances, Measurement } from './measurement.ts';

const atMost = 1.1;

/** A request on one side: its time in milliseconds, and its tokens. */
const Played = z.object({
  ms: z.number(),
  prompt: z.int(),
  cached: z.int(),
  output: z.int(),
  promptSha256: z.string(),
});
type Played = z.infer<typeof Played>;

type Side = { ask(conversation: GrowingConversation): Promise<Played> } & AsyncDisposable;

/**
 * The time of a step of local weights: the request of the tool loop through the proxy to the answer, divided by the time
 * in which node-llama-cpp alone gives an answer of the same number of tokens to the same prompt. Throws `UserError` without
 * the runtime or the weights.
 */
export async function benchWeights(
  { signal, print }: Circumstances,
  { given = 'smollm2-135m', pairs = 5, requests = 6, env = process.env } = {},
): Promise<Measurement> {
  const installed = neededRuntime(env);
  const weights = await prepareWeights(given, '.', env);
  const machine = new LocalMachine(installed, weights, env);
  const out = await mkdtemp(path.join(tmpdir(), 'cb-self-'));
  try {
    await machine.start();
    await using judged = await openJudged(machine, out, signal);
    const { toolsFrom } = (await machine.started()).loaded;
    const { files, context, threads } = weights;
    const bareOptions = { modules: installed.modules, weights: files[0], context, threads };
    await using bare = await startBare(bareOptions, { sampling: weights.sampling, toolsFrom }, signal);
    const sides = { bare, judged };
    const samples: { bareMs: number; judgedMs: number; ratio: number }[] = [];
    let most = 0;
    // The conversation 0 fills the caches of both sides with the list of tools.
    for (let pair = 0; pair <= pairs; pair++) {
      const ms = { bare: 0, judged: 0 };
      for (let request = 1; request <= (pair === 0 ? 1 : requests); request++) {
        const conversation = growingConversation(pair, request);
        // Take turns, because the load of the machine changes.
        const isEven = (pair + request) % 2 === 0;
        const played: Partial<Record<'bare' | 'judged', Played>> = {};
        for (const side of isEven ? (['bare', 'judged'] as const) : (['judged', 'bare'] as const)) {
          played[side] = await sides[side].ask(conversation);
          ms[side] += played[side].ms;
          signal.throwIfAborted();
        }
        checkSame(played.bare, played.judged);
        most = Math.max(most, played.bare?.prompt ?? 0);
      }
      if (pair === 0) continue;
      const ratio = ms.judged / ms.bare;
      samples.push({ bareMs: ms.bare, judgedMs: ms.judged, ratio });
      print(
        `pair ${pair}: bare ${seconds(ms.bare)}, judged ${seconds(ms.judged)}, ratio ${ratio.toFixed(3)}`,
      );
    }
    const ratio = median(samples.map((each) => each.ratio)) ?? Number.NaN;
    print(`${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}`);
    print(
      `${weights.name}, ${count(threads, 'thread')}, ${count(requests, 'request')} with prompts of up to ${most} tokens and answers of ${answerTokens} tokens`,
    );
    print(
      `median ratio judged / bare over ${count(pairs, 'pair')}: ${ratio.toFixed(3)} (at most ${atMost} required)`,
    );
    return { passed: ratio <= atMost, ratio, samples };
  } finally {
    await machine.end();
    await rm(out, { recursive: true, force: true });
  }
}

/** The requests of the tool loop in an episode of the harness, with the stored answers of a run. */
async function openJudged(machine: LocalMachine, out: string, signal: AbortSignal): Promise<Side> {
  const { name, sampling } = machine.weights;
  const runtime = await machine.started();
  const store = answerRecorder(out, redactorFor(process.env), { isResumed: false });
  let request = 0;
  let promptSha256 = '';
  const proxy = await openLocalProxy({
    ...{ runtime, model: name, sampling, seed: 'bench' },
    ...{ maxTokens: Number.POSITIVE_INFINITY, maxComputeMs: localLimits.computeMs },
    clock: { pause: () => {}, resume: () => {} },
    record: (answer) => {
      promptSha256 = answer.promptSha256;
      store('bench', 1, { request: request++, ...answer });
    },
  });
  return {
    ask: async ({ system, turns, tools }) => {
      const from = performance.now();
      const answered = await fetch(`${proxy.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${proxy.placeholder}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          messages: [{ role: 'system', content: system }, ...turns],
          ...{ tools, max_tokens: answerTokens },
        }),
        signal,
      });
      const text = await answered.text();
      const ms = performance.now() - from;
      if (!answered.ok) throw new Error(`bench:self weights: the proxy answered: ${text}`);
      const { usage } = Answer.parse(JSON.parse(text));
      return {
        ...{ ms, promptSha256 },
        ...{ prompt: usage.prompt_tokens, output: usage.completion_tokens },
        cached: usage.prompt_tokens_details.cached_tokens,
      };
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

const Answer = z.object({
  usage: z.object({
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    prompt_tokens_details: z.object({ cached_tokens: z.int() }),
  }),
});

/** The script that has the runtime alone, without a cell. */
async function startBare(
  options: object,
  asks: { sampling: object; toolsFrom: string },
  signal: AbortSignal,
): Promise<Side> {
  const script = fileURLToPath(new URL('./bare-weights.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // An end before its answer ends the lines, which is the error to report.
  child.stdin.on('error', () => {});
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    signal.throwIfAborted();
    if (done) throw new Error('bench:self weights: the bare script ended');
    return value;
  };
  await next();
  return {
    ask: async ({ system, turns, tools }) => {
      const asked = {
        system,
        turns,
        tools,
        ...asks,
        grammar: grammarOf([...tools]),
        maxTokens: answerTokens,
      };
      child.stdin.write(`${JSON.stringify(asked)}\n`);
      return Played.parse(JSON.parse(await next()));
    },
    [Symbol.asyncDispose]: async () => {
      signal.removeEventListener('abort', kill);
      kill();
      await exited;
    },
  };
}

/** Both sides must read the same and write the same number of tokens. Throws otherwise. */
function checkSame(bare: Played | undefined, judged: Played | undefined): void {
  if (!bare || !judged) throw new Error('each side was asked');
  const newTokens = ({ prompt, cached }: Played) => prompt - cached;
  const isSame =
    bare.promptSha256 === judged.promptSha256 &&
    bare.output === judged.output &&
    // One side may have the token of the beginning once more.
    Math.abs(newTokens(bare) - newTokens(judged)) <= 1;
  if (!isSame)
    throw new Error(
      `bench:self weights: the sides did not do the same work: bare ${JSON.stringify(bare)}, judged ${JSON.stringify(judged)}`,
    );
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
