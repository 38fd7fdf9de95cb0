import { exportFormats } from '../publish/exports/index.ts';
import type { PlayedEpisode } from '../publish/exports/run/read-episodes.ts';
import { exampleModel, exampleResult, exampleRun } from '../results/examples/example-run.ts';
import type { Result } from '../results/records/result.ts';
import { emptyTrajectory } from '../results/score/trajectory.ts';

export const times = { startMs: 1000, endMs: 2000 };

const tokens = { input: 10, output: 5, cacheRead: 3, cacheWrite: 2 };

export const usage = {
  tokens,
  usd: 0.25,
  requests: 2,
  retries: 1,
  answered: 'a-model-5',
  isLowerBound: false,
  overshootUsd: 0,
};

/** An episode of a model that said one thing and called nothing. */
export function playedEpisode(
  changes: Partial<Result> = {},
  played: Partial<PlayedEpisode> = {},
): PlayedEpisode {
  const trajectory = { ...emptyTrajectory({ stop: 'done' }), usage };
  const said = { text: 'I am done.', stopReason: 'end_turn', tokens, usd: 0.25, times };
  return {
    result: exampleResult(changes),
    trajectory,
    goal: 'Show the page.',
    opening: null,
    turns: [{ said, calls: [] }],
    ...played,
  };
}

/** The files of a run of a model that these episodes make. */
export function exportedExample(format: string, ...episodes: PlayedEpisode[]) {
  const model = { ...exampleModel('a-model'), effort: 'high' };
  const results = episodes.map(({ result }) => result);
  const run = exampleRun({ episodes: results, config: { kind: 'model', model } });
  const chosen = exportFormats.find(({ id }) => id === format);
  return (chosen?.files(run, episodes) ?? []).map(({ name, text }) => ({
    name,
    text,
    content: name.endsWith('l') ? null : JSON.parse(text),
  }));
}
