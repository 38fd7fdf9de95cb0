import { UserError } from '../../../platform/errors/user-error.ts';
import { count } from '../../../platform/words/format.ts';
import { promptOf } from '../../../task/given.ts';
import { type BuiltInAgent, type BuiltInAgentOptions, defineBuiltInAgent } from '../../built-in-agent.ts';
import { chat } from '../apis/chat.ts';
import { ToolLoop } from '../tool-loop.ts';
import { localLimits } from './limits.ts';
import { minutesOf, type Trial } from './local-machine.ts';
import { sampleTools } from './sample-tools.ts';
import { weightsOfRun } from './weights-of-run.ts';

/** The built-in agent of `--model-file`: local weights decide, in a runtime that the harness starts once a run. */
export const localModel = defineBuiltInAgent({
  id: 'local',
  kind: 'model',
  summary: 'open weights of a GGUF file (--model-file) decide, computed on this machine without a network',
  make: async (options) => makeLocal(options),
});

async function makeLocal(options: BuiltInAgentOptions): Promise<Omit<BuiltInAgent, 'id' | 'kind'>> {
  const { local, env, skill, model: flags } = options;
  if (!local)
    throw new UserError(
      '--adapter local needs --model-file: a GGUF file, ollama:<name>, lmstudio:<name>, or a name of `models list`',
    );
  const { weights, machine, progress, openProxy } = await weightsOfRun(local, env);
  const maxTokens = flags.maxTokens ?? localLimits.turnTokens;
  return {
    model: weights.name,
    local: {
      start: () => machine.start(),
      record: () => machine.record('grammar'),
      maxTokens: localLimits.maxTokens,
      maxTokensPerTurn: maxTokens,
      estimate: async (tools, { task, ...run }) => {
        // Tasks of one kind have one system prompt, so that the runtime keeps it with the tool list.
        const { system } = promptOf(task, { maxSteps: 1, maxDurationMs: 1000 }, skill);
        const trial = await machine.tryTools(system, tools ?? sampleTools, progress);
        const lines = estimateLines(trial, run);
        return tools ? lines : [...lines, sampleNote];
      },
    },
    open: async (task, _server, trial = 1) => ({
      session: new ToolLoop({
        api: chat,
        model: weights.name,
        effort: null,
        prompt: promptOf(task, task, skill),
        host: { window: weights.context, maxTokens, quirks: new Set(['no_streams', 'no_images']) },
        // The grammar holds each call, and the tool list fits the context, or the run would not have begun.
        endRun: () => {},
        openProxy: (clock) => openProxy({ taskId: task.id, trial }, clock),
      }),
    }),
    end: () => machine.end(),
  };
}

const sampleNote =
  'the speed was measured with a short sample list of tools; a run also reads the list of its server once';

/** The lines of a preflight and of `models try`. */
export function estimateLines(trial: Trial, run: { episodes: number; maxSteps: number }): string[] {
  const { tools, promptTokens, readsPerSecond, writesPerSecond } = trial;
  const minutes = minutesOf(trial, run.episodes, run.maxSteps);
  return [
    `${tools} tools and the prompt are ${promptTokens} tokens, read at ${speed(readsPerSecond)} and written at ${speed(writesPerSecond)} tokens a second`,
    `${count(run.episodes, 'episode')} ${run.episodes === 1 ? 'takes' : 'take'} about ${rounded(minutes.usual)} to ${rounded(minutes.most)} minutes; --resume continues an interrupted run`,
  ];
}

export function speed(perSecond: number): string {
  return perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond));
}

function rounded(minutes: number): string {
  return minutes < 10 ? minutes.toFixed(1) : String(Math.round(minutes));
}
