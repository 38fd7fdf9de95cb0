import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { readHistory } from '../../results/records/read-history.ts';

/** `webvoyager  10 / 10  0  0  -  2.36 s  3  3621.5`, without the time, which differs from run to run. */
const row =
  /^(?<suite>[a-z-]+) +(?<passed>\d+) \/ (?<total>\d+) +\d+ +\d+ +(?<interval>\S.*?) {2,}[\d.]+ m?s +(?<calls>[\d.]+) +(?<bytes>[\d.]+)$/gm;

const samples = globSync(['README.md', 'docs/**/*.md'], { cwd: thisProject.root }).flatMap((file) =>
  [...readFileSync(path.join(thisProject.root, file), 'utf8').matchAll(row)].map(({ groups }) => ({
    ...{ file, suite: groups?.suite ?? '' },
    ...groups,
  })),
);

/** The newest complete replay of each suite on the server of the samples. */
const newest = new Map(
  [...readHistory(thisProject.results)]
    .flatMap(({ runs }) => runs)
    .filter(
      ({ config, complete }) => complete && config.kind === 'replay' && config.server.id === 'playwright',
    )
    .map((run) => [run.suite, run]),
);

test('a printed table in the documents is what a replay prints now', () => {
  expect(samples.length).toBeGreaterThan(1);
  expect(samples).toEqual(
    samples.map(({ file, suite }) => {
      const { score, medianToolCalls, medianResponseBytes } = newest.get(suite)?.totals ?? {};
      return {
        ...{ file, suite, interval: '-' },
        ...{ passed: String(score?.passed), total: String(score?.total) },
        ...{ calls: String(medianToolCalls), bytes: String(medianResponseBytes) },
      };
    }),
  );
});
