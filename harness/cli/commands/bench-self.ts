import type { Circumstances, Measurement } from '../../experiments/overhead/measurement.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { optionalWord, textOr } from '../../platform/flags.ts';
import { defineCommand, verdict } from './command.ts';

export const benchSelf = defineCommand({
  name: 'bench-self',
  ofRepository: true,
  summary:
    'measure the overhead of this project over bare scripts that do the same work (what: skills, site, scale, town, gateway, agents or weights)',
  arguments: { what: optionalWord('[what]') },
  options: {
    modelFile: textOr('smollm2-135m', '<weights>', 'with weights: a GGUF file or a name of `models list`'),
  },
  run: async ({ what, modelFile }, { project, signal, print, log }) => {
    const measure = await measureOf(what, modelFile);
    try {
      const measured = await measure({ project, signal, print });
      return verdict(measured.passed, [], measured);
    } catch (error) {
      if (!signal.aborted) throw error;
      log('bench:self: interrupted');
      return { lines: [], exitCode: 130, data: { passed: false } };
    }
  },
});

type Measure = (circumstances: Circumstances) => Promise<Measurement>;

/** Without an argument: a replay, and the oracle on the town. `scale`: a second worker, the harness's share of an episode, a long history. `town`: worlds, and the oracle. `gateway`: its overhead for a call. `agents`: browser-use beside the same agent on a bare browser. `weights`: local weights beside the runtime alone. */
async function measureOf(what: string | null, modelFile: string): Promise<Measure> {
  if (what === null) return (await import('../../experiments/overhead/bench-episodes.ts')).benchEpisodes;
  if (what === 'skills') return (await import('../../experiments/overhead/bench-skills.ts')).benchSkills;
  if (what === 'site') return (await import('../../experiments/overhead/bench-site.ts')).benchSite;
  if (what === 'scale') return (await import('../../experiments/overhead/bench-scale.ts')).benchScale;
  if (what === 'town') return (await import('../../experiments/overhead/bench-town.ts')).benchTown;
  if (what === 'gateway') return (await import('../../experiments/overhead/bench-gateway.ts')).benchGateway;
  if (what === 'agents') return (await import('../../experiments/overhead/bench-agents.ts')).benchAgents;
  if (what === 'weights') {
    const { benchWeights } = await import('../../experiments/overhead/bench-weights.ts');
    return (circumstances) => benchWeights(circumstances, { given: modelFile });
  }
  throw new UserError(
    `bench:self: found "${what}"; allowed is nothing, skills, site, scale, town, gateway, agents or weights`,
  );
}
