import { UserError } from '../../platform/errors/user-error.ts';
import { count, formatDuration } from '../../platform/words/format.ts';
import { promptOf } from '../../task/given.ts';
import type { BuiltInAgent } from '../built-in-agent.ts';
import { agents } from '../clis/index.ts';
import { chat } from '../models/apis/chat.ts';
import { localLimits } from '../models/local/limits.ts';
import { speed } from '../models/local/local-model.ts';
import { sampleTools } from '../models/local/sample-tools.ts';
import type { WeightsOfRun } from '../models/local/weights-of-run.ts';

/** Throws `UserError` for an agent that the weights of `--model-file` cannot serve. */
export function checkForWeights(
  id: string,
  { api, vision = false }: { api: string; vision?: boolean },
): void {
  const listed = agents.filter((each) => each.api === chat && !each.vision).map((each) => each.id);
  const expected = `expected an agent with chat completions and without images, such as ${listed.join(', ')}`;
  if (api !== chat.id)
    throw new UserError(`--model-file: got the agent ${id}, whose model has the API ${api}; ${expected}`);
  if (vision)
    throw new UserError(
      `--model-file: got the agent ${id}, which sends screenshots to its model; ${expected}`,
    );
}

/** The name of the weights in the requests of an agent, safe in a command line. */
export function nameForAgents({ weights: { name } }: Pick<WeightsOfRun, 'weights'>): string {
  return name.replaceAll(/[^\w.@-]+/g, '-');
}

/** The parts of an external agent that come from its weights. */
export function localOfAgent(
  id: string,
  { weights, machine, progress }: Omit<WeightsOfRun, 'openProxy'>,
): Pick<BuiltInAgent, 'model' | 'local' | 'end'> {
  const { maxTokens, turnTokens, computeMs } = localLimits;
  return {
    model: weights.name,
    local: {
      start: () => machine.start(),
      record: () => machine.record('asked'),
      ...{ maxTokens, maxTokensPerTurn: turnTokens },
      estimate: async (_, { task, episodes }) => {
        const { system } = promptOf(task, { maxSteps: 1, maxDurationMs: 1000 }, null);
        const { readsPerSecond, writesPerSecond } = await machine.tryTools(system, sampleTools, progress);
        return [
          `a short sample list of tools was read at ${speed(readsPerSecond)} and a call written at ${speed(writesPerSecond)} tokens a second`,
          `the time of ${count(episodes, 'episode')} is unknown, because ${id} writes its own prompts; an episode may use ${maxTokens} output tokens and compute for ${formatDuration(computeMs)}`,
        ];
      },
    },
    end: () => machine.end(),
  };
}
