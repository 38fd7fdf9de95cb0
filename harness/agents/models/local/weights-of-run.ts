import type { BuiltInAgentOptions, Turn } from '../../built-in-agent.ts';
import type { ModelProxy } from '../proxy/model-proxy.ts';
import { localLimits } from './limits.ts';
import { LocalMachine } from './local-machine.ts';
import { type LocalProxyOptions, openLocalProxy } from './local-proxy.ts';
import { type PreparedWeights, prepareWeights } from './prepare-weights.ts';
import { neededRuntime } from './runtime/install-runtime.ts';
import type { Progress } from './runtime/start-runtime.ts';

type LocalOptions = NonNullable<BuiltInAgentOptions['local']>;

/** The weights of `--model-file` in a run: the runtime of all its episodes, and a proxy for each of them. */
export type WeightsOfRun = {
  weights: PreparedWeights;
  machine: LocalMachine;
  /** Prints a line at most every ten seconds while a long prompt is read. */
  progress: ((progress: Progress) => void) | undefined;
  /** Opens the proxy of one attempt. The clock stands while the runtime starts. */
  openProxy(
    attempt: { taskId: string; trial: number },
    clock: Pick<Turn, 'pause' | 'resume'>,
    agent?: LocalProxyOptions['agent'],
  ): Promise<ModelProxy>;
};

/** Looks at the weights before anything is played. Throws `UserError`. */
export async function weightsOfRun(
  { file, folder, record, log }: LocalOptions,
  env: NodeJS.ProcessEnv,
): Promise<WeightsOfRun> {
  const installed = neededRuntime(env);
  const weights = await prepareWeights(file, folder, env);
  const machine = new LocalMachine(installed, weights, env);
  const progress = log && progressLines(log);
  return {
    ...{ weights, machine, progress },
    openProxy: async ({ taskId, trial }, clock, agent) => {
      clock.pause();
      const runtime = await machine.started().finally(() => clock.resume());
      let requests = 0;
      return openLocalProxy({
        runtime,
        model: weights.name,
        sampling: weights.sampling,
        seed: `${trial}:${taskId}`,
        maxTokens: localLimits.maxTokens,
        maxComputeMs: localLimits.computeMs,
        clock,
        ...(agent && { agent }),
        record: (answer) => record?.(taskId, trial, { request: requests++, ...answer }),
        ...(progress && { progress }),
      });
    },
  };
}

function progressLines(log: (line: string) => void): (progress: Progress) => void {
  let lastAt = performance.now();
  return ({ read, of }) => {
    const now = performance.now();
    if (now - lastAt < 10_000) return;
    lastAt = now;
    if (of > 512) log(`the model reads its prompt: ${read} of ${of} tokens`);
  };
}
