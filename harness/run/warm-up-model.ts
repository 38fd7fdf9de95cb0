import type { WarmUp } from '../agents/built-in-agent.ts';
import { withToolChoice } from '../results/records/comparability-key.ts';
import { joinedWarmUp } from '../results/records/merge-shards.ts';
import type { Run } from '../results/records/result.ts';
import type { Plan } from './plan.ts';
import { limitsOf } from './plan-runs.ts';
import { spentUsd } from './play-plan.ts';
import type { Offer } from './preflight.ts';
import { warmUpWords } from './reports/trial-lines.ts';

/**
 * Sends one request to a paid model before its first episode, within the limits of an episode and of the run, and
 * stores its cost in the first run. If no task can be played, the adapter refuses the episodes with the reason.
 */
export async function warmUpModel(
  plan: Plan,
  { tools, instructions }: Offer,
  { log, signal }: { log: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const { adapter, options, runs } = plan;
  const first = runs.find(({ scheduled }) => scheduled.length > 0);
  const file = first?.scheduled[0]?.file;
  if (!adapter.spending?.warmUp || !first || !file) return;
  const { maxUsdTotal } = options;
  const task = { ...file.task, ...limitsOf(plan, file) };
  const mostUsd = maxUsdTotal === null ? null : Math.max(0, maxUsdTotal - spentUsd(plan));
  try {
    const before = runs.some(({ run }) => run.episodes.length > 0)
      ? (first.run.config.toolChoice ?? 'auto')
      : null;
    const asked = { task, tools, instructions, mostUsd, toolChoice: before, signal };
    const { use, note, toolChoice } = await adapter.spending.warmUp(asked);
    if (before === null) for (const planned of runs) planned.run = withToolChoice(planned.run, toolChoice);
    const sent = recordOf(use);
    const joined = joinedWarmUp([first.run.warmUp, sent]);
    if (joined) first.run.warmUp = joined;
    if (toolChoice === 'required') log('preflight  each answer of the model has to be a call');
    log(
      `preflight  warm-up of the model: ${plan.redactKeys(note, 'free')}${sent ? ` (${warmUpWords(sent)})` : ''}`,
    );
  } catch (error) {
    // The run then ends as interrupted.
    if (!signal.aborted) throw error;
  }
}

function recordOf(use: WarmUp['use']): Run['warmUp'] {
  if (use === null) return undefined;
  const { requests, tokens, usd, isLowerBound } = use;
  return { requests, tokens, usd, ...(isLowerBound ? { costIsLowerBound: true as const } : {}) };
}
