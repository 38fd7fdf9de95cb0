import { beforeAll, expect, test } from 'vitest';
import {
  answersOf,
  reportsOf,
  type SeededReport,
  templateIds,
} from '../../harness/testing/template-rules.ts';

let reports: SeededReport[];

beforeAll(async () => {
  reports = await reportsOf(await templateIds('town'), [1]);
});

test('solved it passes, each near miss fails and is named, and nothing gives the answer away', () => {
  expect(reports.flatMap(({ faults }) => faults)).toEqual([]);
  expect(reports.length).toBeGreaterThan(0);
});

test('another seed has another answer', async () => {
  const others = await answersOf(await templateIds('town'), 2);
  for (const { answer, template } of reports)
    if (answer !== null && !template.impossible)
      expect(others.get(template.id), template.id).not.toBe(answer);
});

test('no two templates of a site change the same and go the same way; at most three have a capability in common', () => {
  const ways = reports.map(({ changed, routes }) => JSON.stringify([changed.toSorted(), routes]));
  expect(new Set(ways).size).toBe(ways.length);
  const bySite = Map.groupBy(reports, ({ template }) => template.sites.join(' '));
  for (const ofSite of bySite.values()) {
    const capabilities = ofSite.flatMap(({ template }) => template.capabilities);
    for (const capability of capabilities)
      expect(capabilities.filter((each) => each === capability).length, capability).toBeLessThanOrEqual(3);
  }
});
