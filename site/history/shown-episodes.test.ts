import { expect, test } from 'vitest';
import { type KeptEpisode, shownEpisodes } from './shown-episodes.ts';

const episode = (path: string, of: Partial<KeptEpisode>): KeptEpisode => ({
  path,
  kind: 'model',
  row: 'm',
  adapter: 'openai',
  template: 't',
  status: 'passed',
  ...of,
});
const shown = (kept: readonly KeptEpisode[], limit = 100) => [...shownEpisodes(kept, limit)];

test('of a row of a model each status once a template', () => {
  const kept = [
    episode('a', {}),
    episode('b', {}),
    episode('c', { status: 'failed' }),
    episode('d', { template: 'u' }),
    episode('e', { row: 'n', kind: 'agent' }),
  ];
  expect(shown(kept)).toEqual(['a', 'c', 'd', 'e']);
});

test('all failures of the gate, the written solution once a template, and every other adapter once a status', () => {
  const kept = [
    episode('green', { kind: 'replay', adapter: 'replay' }),
    episode('red', { kind: 'replay', adapter: 'replay', status: 'failed' }),
    episode('red too', { kind: 'replay', adapter: 'replay', status: 'failed' }),
    episode('solution', { kind: 'oracle', adapter: 'oracle' }),
    episode('solution again', { kind: 'oracle', adapter: 'oracle', row: 'other server' }),
    episode('rule', { kind: 'baseline', adapter: 'keyword', status: 'failed' }),
    episode('rule again', { kind: 'baseline', adapter: 'keyword', status: 'failed', template: 'u' }),
    episode('cheat', { kind: 'control', adapter: 'spoof', status: 'tampered' }),
  ];
  expect(shown(kept)).toEqual(['red', 'red too', 'solution', 'green', 'rule', 'cheat']);
});

test('at most so many', () => {
  const kept = ['a', 'b', 'c', 'd'].map((path) => episode(path, { template: path }));
  expect(shown(kept, 2)).toEqual(['a', 'b']);
  expect(shown(kept, -1)).toEqual([]);
});
