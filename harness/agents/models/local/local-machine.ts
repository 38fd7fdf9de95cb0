import { stat } from 'node:fs/promises';
import { UserError } from '../../../platform/errors/user-error.ts';
import type { LocalModel } from '../../../results/records/local-model.ts';
import type { Tool } from '../../../servers/answer.ts';
import { doneTool, sentTools } from '../model-tools.ts';
import { grammarOf } from './answer-form.ts';
import type { PreparedWeights } from './prepare-weights.ts';
import { type LocalRuntime, runtimePackage } from './runtime/install-runtime.ts';
import {
  type Completion,
  type Conversation,
  type Progress,
  type Runtime,
  startRuntime,
} from './runtime/start-runtime.ts';

/** Prepared weights with the runtime of a run, which is started at its first use. */
export class LocalMachine {
  readonly weights: PreparedWeights;
  private readonly installed: LocalRuntime;
  private readonly env: NodeJS.ProcessEnv;
  private readonly stop = new AbortController();
  private starting: Promise<Runtime> | null = null;
  private ending: Promise<void> | null = null;
  private runtime: Runtime | null = null;

  constructor(installed: LocalRuntime, weights: PreparedWeights, env: NodeJS.ProcessEnv) {
    this.installed = installed;
    this.weights = weights;
    this.env = env;
  }

  /** Rejects after `end`. */
  started(): Promise<Runtime> {
    const { files, context, threads } = this.weights;
    const { signal } = this.stop;
    this.starting ??= signal.aborted
      ? Promise.reject(new Error('the runtime was ended'))
      : startRuntime(this.installed, { weights: files, context, threads }, this.env, undefined, signal);
    return this.starting;
  }

  /** Loads the weights, and checks that the file that was hashed is the one in memory. Throws `UserError`. */
  async start(): Promise<void> {
    const [file = ''] = this.weights.files;
    this.runtime = await this.started().catch((error: Error) => {
      throw new UserError(
        `${file}: ${runtimePackage.name} ${this.installed.version} cannot load the weights: ${error.message}`,
      );
    });
    const { mapped } = this.runtime.loaded;
    const { ino } = await stat(file);
    if (mapped !== null && mapped !== ino)
      throw new UserError(`${file}: the file was replaced while it was loaded; start the run again`);
  }

  /** Ends the runtime for good, whatever it computes; what waits for it rejects. */
  end(): Promise<void> {
    this.stop.abort();
    this.ending ??= (async () => {
      await (await this.starting?.catch(() => null))?.[Symbol.asyncDispose]();
    })();
    return this.ending;
  }

  /** `config.model.local`. */
  record(toolCalls: LocalModel['toolCalls']): LocalModel {
    const { weights, header, sampling, samplingFrom, context, threads } = this.weights;
    const loaded = this.runtime?.loaded ?? null;
    const { architecture, parameters, quantisation, types, says, tokenizerSha256, template } = header;
    return {
      weights: [...weights],
      ...{ architecture, parameters, quantisation, types: { ...types }, says, tokenizerSha256 },
      template: { sha256: template?.sha256 ?? '', from: 'gguf', toolsFrom: loaded?.toolsFrom ?? null },
      context: { asked: context, granted: loaded?.granted ?? null, trained: header.trainedContext },
      sampling: { ...sampling, from: samplingFrom },
      seed: 'trial',
      threads,
      runtime: {
        id: runtimePackage.name,
        version: this.installed.version,
        release: loaded?.release ?? null,
        integrity: this.installed.integrity,
        backend: 'cpu',
      },
      toolCalls,
      network: this.runtime?.unconfined === null ? 'none' : 'unknown',
    };
  }

  /**
   * Has the weights read the tool list and make one call. So the list is in the runtime's cache before the first episode,
   * and its size and the speed are measured. Throws `UserError` if the list does not fit the context.
   */
  async tryTools(
    system: string,
    tools: readonly Tool[],
    progress?: (progress: Progress) => void,
  ): Promise<Trial> {
    const runtime = await this.started();
    const sent = sentTools([...tools, doneTool(tools)]).map(({ name, description, schema }) => ({
      type: 'function',
      function: { name, ...(description === undefined ? {} : { description }), parameters: schema },
    }));
    const conversation: Conversation = {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: 'Goal: end the task. There is nothing else to do.' },
      ],
      tools: sent,
    };
    const { promptTokens } = await runtime.count(conversation);
    const { granted } = runtime.loaded;
    if (promptTokens + leastRoom > granted)
      throw new UserError(
        `the ${sent.length} tools of the server are ${promptTokens} tokens, and the context of the weights has ${granted}; choose a server with a shorter list, or weights with a longer context`,
      );
    const answered = await runtime.complete(
      {
        ...{ conversation, grammar: grammarOf(sent), sampling: this.weights.sampling },
        ...{ maxTokens: 128, seed: 'try' },
      },
      { progress },
    );
    if ('full' in answered) throw new Error('the prompt was counted before');
    return { ...answered, ...speedOf(answered), tools: sent.length };
  }
}

/** `readsPerSecond` and `writesPerSecond`: tokens of the prompt and of the answer. */
export type Trial = Completion & { tools: number; readsPerSecond: number; writesPerSecond: number };

function speedOf({ promptTokens, cachedTokens, promptMs, tokens, outputMs }: Completion) {
  return {
    readsPerSecond: (promptTokens - cachedTokens) / (Math.max(1, promptMs) / 1000),
    writesPerSecond: tokens.length / (Math.max(1, outputMs) / 1000),
  };
}

/** Tokens of the context that a page and an answer need besides the tool list. */
const leastRoom = 2048;

/** Calls of a walkthrough, tokens of an answer of a server and of a call: means over the walkthroughs of the suites. */
const usual = { calls: 7, answerTokens: 300, callTokens: 30 };

/** Minutes that episodes take: along the walkthroughs, and with all steps. */
export function minutesOf(
  { readsPerSecond, writesPerSecond }: Pick<Trial, 'readsPerSecond' | 'writesPerSecond'>,
  episodes: number,
  maxSteps: number,
): { usual: number; most: number } {
  const step = usual.answerTokens / readsPerSecond + usual.callTokens / writesPerSecond;
  return {
    usual: (episodes * Math.min(usual.calls, maxSteps) * step) / 60,
    most: (episodes * maxSteps * step) / 60,
  };
}
