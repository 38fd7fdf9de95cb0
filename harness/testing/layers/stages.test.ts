import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importClosure } from './import-closure.ts';
import type { Source } from './violations.ts';

const root = path.join(import.meta.dirname, '../../..');
const sources: Source[] = globSync('{harness,site}/**/*.{ts,mjs,astro}', { cwd: root }).map((file) => ({
  file: file.split(path.sep).join('/'),
  text: readFileSync(path.join(root, file), 'utf8'),
}));
const pages = sources.map(({ file }) => file).filter((file) => file.startsWith('site/pages/'));

/** All that is loaded with a file, or whose types it reads. */
function neededBy(file: string): string[] {
  const closure = importClosure(sources, file);
  expect(closure.length).toBeGreaterThan(1);
  return closure;
}

const playing =
  /^harness\/(browser|web|agents|run\/(?!reports\/|reporters\/annotation))|^harness\/servers\/mcp-client/;

test.each([
  'harness/results/verify/verify.ts',
  'harness/results/verify/judge-folder.ts',
  'harness/publish/gate/gate.ts',
  'harness/publish/show/show-episode.ts',
  'harness/publish/show/write-episode-page.ts',
  ...pages,
])('%s needs no browser, no MCP client and nothing that plays', (file) => {
  expect(neededBy(file).filter((each) => playing.test(each))).toEqual([]);
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
