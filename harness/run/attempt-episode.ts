import { redactTrajectory } from '../results/score/redact-trajectory.ts';
import { type Score, type Subject, scoreEpisode } from '../results/score/score-episode.ts';
import type { Trajectory } from '../results/score/trajectory.ts';
import { transcriptOfTrajectory } from '../results/score/transcript-of-trajectory.ts';
import { givenDigests, givenSha256 } from '../task/given.ts';
import { matchInTime } from '../task/match-in-time.ts';
import type { Redact } from '../task/transcripts/redact.ts';
import type { Transcript } from '../task/transcripts/transcript.ts';
import type { Episode, EpisodePlan } from './episode/episode.ts';
import { playEpisode } from './episode/play-episode.ts';

/** An episode that was played and scored. */
export type Attempt = Score &
  Pick<Episode, 'server' | 'capture' | 'agentConfined' | 'agentOutput'> & {
    subject: Subject;
    /** As it is saved: redacted. */
    trajectory: Trajectory;
    /** Only of an episode that passed; with every argument as it was sent. */
    transcript: Transcript | null;
  };

/** Plays an episode and scores it. `skill`: what the agent was given beside the goal. */
export async function attemptEpisode(
  plan: EpisodePlan,
  subject: Subject,
  skill: string | null,
): Promise<Attempt> {
  const episode = await playEpisode(plan);
  const means = { match: matchInTime, redact: plan.redact };
  const trajectory = redactTrajectory(plan.task, episode.trajectory, means);
  const { result, verdict } = scoreOrWhyNot(subject, trajectory, plan.redact.keys);
  const { status, success } = result;
  try {
    const event = { type: success ? 'task_passed' : 'task_failed', status } as const;
    plan.emit({ atMs: result.durationMs, ...event });
  } catch {
    // What becomes of an event never changes the episode.
  }
  return {
    subject,
    result,
    verdict,
    trajectory,
    server: episode.server,
    agentConfined: episode.agentConfined,
    agentOutput: episode.agentOutput,
    capture: success ? null : episode.capture,
    transcript:
      success && episode.server ? transcript(plan, skill, episode.server, episode.trajectory) : null,
  };
}

/** A row is always written: what the judge cannot judge is a fault of ours. */
function scoreOrWhyNot(subject: Subject, trajectory: Trajectory, redact: Redact): Score {
  const means = { match: matchInTime, redact };
  try {
    return scoreEpisode(subject, trajectory, means);
  } catch (error) {
    const why = `the judge failed: ${error instanceof Error ? error.message : error}`;
    const stop = { ...trajectory.stop, error: trajectory.stop.error ?? why };
    return scoreEpisode(subject, { ...trajectory, observations: null, stop }, means);
  }
}

function transcript(
  { task, adapter, server: { id }, web }: EpisodePlan,
  skill: string | null,
  { version, toolsSha256 }: NonNullable<Episode['server']>,
  trajectory: Trajectory,
): Transcript {
  return transcriptOfTrajectory(
    {
      task: task.id,
      givenSha256: givenSha256(task, skill),
      given: givenDigests(task, skill),
      server: { id, version, toolsSha256 },
      adapter: adapter.id,
      model: adapter.model,
      web: web.kind,
      recordedAt: new Date().toISOString(),
    },
    trajectory,
  );
}
