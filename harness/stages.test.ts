import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importClosure } from './law/import-closure.ts';
import { roomOf } from './law/law.ts';
import { theLaw } from './law/the-law.ts';

const root = path.join(import.meta.dirname, '..');
const sources = globSync('harness/**/*.{ts,mjs}', { cwd: root }).map((file) => ({
  file: file.split(path.sep).join('/'),
  text: readFileSync(path.join(root, file), 'utf8'),
}));

/** The rooms that a file needs, types included. */
function roomsOf(file: string): Set<string> {
  const closure = importClosure(sources, `harness/${file}`);
  expect(closure.length).toBeGreaterThan(1);
  return new Set(closure.flatMap((each) => roomOf(theLaw, each) ?? []));
}

const playing = ['browser', 'servers', 'episode', 'adapters', 'web', 'run'].map((room) => `harness/${room}`);

test.each(['verify/verify.ts', 'verify/judge-folder.ts', 'gate/gate.ts'])(
  '%s judges without what plays: no browser, no server, no episode',
  (file) => {
    expect([...roomsOf(file)].filter((room) => playing.includes(room))).toEqual([]);
  },
);

test('plan, play, judge and save are each loaded alone', async () => {
  const [plan, play, judge, save] = await Promise.all([
    import('./run/make-plan.ts'),
    import('./episode/play-episode.ts'),
    import('./score/score-episode.ts'),
    import('./result/store/save-run.ts'),
  ]);
  expect([plan.makePlan, play.playEpisode, judge.scoreEpisode, save.saveRun]).toEqual(
    Array.from({ length: 4 }, () => expect.any(Function)),
  );
  // Which stage needs which other: none comes after it.
  const stages = { play: 'harness/episode', judge: 'harness/score', save: 'harness/result/store' };
  const of = (file: string) => [...roomsOf(file)].filter((room) => Object.values(stages).includes(room));
  expect(of('score/score-episode.ts')).toEqual([stages.judge]);
  expect(of('result/store/save-run.ts')).toEqual([stages.save]);
  expect(of('episode/play-episode.ts').sort()).toEqual([stages.play, stages.judge]);
});
