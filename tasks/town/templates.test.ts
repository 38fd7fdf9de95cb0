import { beforeAll, expect, test } from 'vitest';
import { reportsOf, type SeededReport, templateIds } from '../../harness/testing/template-rules.ts';

let reports: SeededReport[];

beforeAll(async () => {
  reports = await reportsOf(await templateIds('town'), [1, 2]);
});

test('solved it passes, each near miss fails and is named, and nothing gives the answer away', () => {
  expect(reports.flatMap(({ faults }) => faults)).toEqual([]);
  expect(reports.length).toBeGreaterThan(0);
});

test('another seed has another answer', () => {
  const asking = Map.groupBy(
    reports.filter(({ answer, template }) => answer !== null && !template.impossible),
    ({ template }) => template.id,
  );
  for (const [id, ofTemplate] of asking)
    expect(new Set(ofTemplate.map(({ answer }) => answer)).size, id).toBe(ofTemplate.length);
});

test('no two templates of a site change the same and go the same way; at most three have a capability in common', () => {
  const first = reports.filter(({ seed }) => seed === 1);
  const ways = first.map(({ changed, routes }) => JSON.stringify([changed.toSorted(), routes]));
  expect(new Set(ways).size).toBe(ways.length);
  const bySite = Map.groupBy(first, ({ template }) => template.sites.join(' '));
  for (const ofSite of bySite.values()) {
    const capabilities = ofSite.flatMap(({ template }) => template.capabilities);
    for (const capability of capabilities)
      expect(capabilities.filter((each) => each === capability).length, capability).toBeLessThanOrEqual(3);
  }
});
