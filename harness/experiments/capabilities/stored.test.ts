import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { readCapabilitiesRecords } from '../../results/records/read-server-records.ts';
import { toolMappingOf } from '../../servers/tool-mappings/index.ts';

const records = readCapabilitiesRecords(thisProject.results);

test('stored records say for each capability how it is done, or why it is not', () => {
  for (const { server, cells, seeds } of records) {
    expect([server.id, cells.length, seeds.length]).toEqual([server.id, 40, 5]);
    for (const { capability, verdict, way, missing, failed } of cells) {
      expect([server.id, capability, verdict === 'cannot']).toEqual([server.id, capability, way === null]);
      // Why it is not done by tools of its own: one is not there, does not do it, or was tried and failed.
      if (verdict !== 'native')
        expect([server.id, capability, missing.length + failed.length > 0]).toEqual([
          server.id,
          capability,
          true,
        ]);
    }
  }
});

test('a tool that a server is recorded as lacking is not in its list, and a failing one is', () => {
  for (const { server, cells, words } of records)
    for (const { verb, lacks, fails } of cells.flatMap(({ missing }) => missing)) {
      const named = lacks === null ? [] : words.filter((word) => new RegExp(lacks, 'i').test(word));
      expect([server.id, verb, named]).toEqual([server.id, verb, []]);
      if (fails !== null) expect([server.id, words.includes(fails)]).toEqual([server.id, true]);
    }
});

test('a tool that a mapping records as lacking is not in the stored list, and a failing one is', () => {
  expect(records.length).toBeGreaterThan(0);
  for (const { server, words } of records) {
    const dialect = toolMappingOf(server);
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
