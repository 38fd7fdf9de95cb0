import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { readCapabilitiesRecords } from '../../results/records/capabilities-record.ts';
import { dialectOf } from '../../servers/dialects/index.ts';

const records = readCapabilitiesRecords(thisProject.results);

test('what a dialect says that its server lacks stands in no word of the stored list, and what fails is there', () => {
  expect(records.length).toBeGreaterThan(0);
  for (const { server, words } of records) {
    const dialect = dialectOf(server);
    if (!dialect) throw new Error(`${server.id} has no dialect`);
    const { verbs, readsBy } = dialect;
    const lacks = Object.values(verbs).flatMap((way) => {
      if (way.by === 'nobody') return way;
      return way.by === 'script' ? (way.lack ?? []) : [];
    });
    for (const { why, lacks: pattern, fails } of readsBy === 'tool' ? lacks : [...lacks, readsBy]) {
      const named = pattern ? words.filter((word) => new RegExp(pattern.source, 'i').test(word)) : [];
      expect([server.id, why, named]).toEqual([server.id, why, []]);
      if (fails !== null)
        expect([server.id, why, words]).toEqual([server.id, why, expect.arrayContaining([fails])]);
    }
  }
});
