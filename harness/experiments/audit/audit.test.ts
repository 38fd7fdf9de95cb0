import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { suitesOf } from './audit.ts';

const audited = async (plays: string[] | null, suites: string[] = []) =>
  (await suitesOf({ project: { ...thisProject, plays }, suites, taskIds: [], tasks: null })).suites.map(
    ({ id }) => id,
  );

test('by default an audit plays the project’s suites, a suite of templates only by itself', async () => {
  expect(await audited(['webvoyager'])).toEqual(['webvoyager']);
  expect(await audited(['webvoyager', 'town'])).toEqual(['webvoyager']);
  expect(await audited(['town'])).toEqual(['town']);
  expect(await audited(['webvoyager'], ['fixtures'])).toEqual(['fixtures']);
  expect(await audited(null)).toEqual(expect.arrayContaining(['fixtures', 'webvoyager']));
});
