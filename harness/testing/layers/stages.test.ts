import { expect, test } from 'vitest';
import { importClosure, readSources } from './sources.ts';

const sources = new Map(readSources().map((source) => [source.file, source]));
const pages = [...sources.keys()].filter((file) => file.startsWith('site/pages/'));

/** All that is loaded with a file, or whose types it reads. */
function neededBy(file: string): string[] {
  const closure = importClosure(sources, file);
  expect(closure.length).toBeGreaterThan(1);
  return closure;
}

const judging = ['verify/verify.ts', 'verify/judge-folder.ts'].map((file) => `harness/results/${file}`);
const publishing = ['gate/gate.ts', 'show/show-episode.ts', 'show/episode-page.ts'];

test.each([...judging, ...publishing.map((file) => `harness/publish/${file}`), ...pages])(
  '%s needs nothing that plays',
  (file) => {
    const playing = /^harness\/(browser|web|agents|run\/(?!reports\/|reporters\/annotation))/;
    expect(neededBy(file).filter((each) => playing.test(each))).toEqual([]);
  },
);

test.each(['verify', 'gate', 'show', 'site'])('the command %s needs no browser and no MCP client', (name) => {
  const playing = /^harness\/(browser|run\/episode)\/|^harness\/servers\/mcp-client/;
  expect(neededBy(`harness/cli/commands/${name}.ts`).filter((each) => playing.test(each))).toEqual([]);
});

test('plan, play, judge and save are each loaded alone', async () => {
  const [plan, play, judge, save] = await Promise.all([
    import('../../run/make-plan.ts'),
    import('../../run/episode/play-episode.ts'),
    import('../../results/score/score-episode.ts'),
    import('../../results/store/save-run.ts'),
  ]);
  expect([plan.makePlan, play.playEpisode, judge.scoreEpisode, save.saveRun]).toEqual(
    Array.from({ length: 4 }, () => expect.any(Function)),
  );
  // Which stage needs which other: none comes after it.
  const stages = {
    play: 'harness/run/episode/',
    judge: 'harness/results/score/',
    save: 'harness/results/store/',
  };
  const of = (file: string) =>
    Object.values(stages).filter((stage) => neededBy(file).some((each) => each.startsWith(stage)));
  expect(of('harness/results/score/score-episode.ts')).toEqual([stages.judge]);
  expect(of('harness/results/store/save-run.ts')).toEqual([stages.save]);
  expect(of('harness/run/episode/play-episode.ts')).toEqual([stages.play, stages.judge]);
});
