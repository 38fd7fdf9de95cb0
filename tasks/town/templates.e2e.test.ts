import { beforeAll, expect, test } from 'vitest';
import { scratchProject } from '../../harness/testing/scratch-project.ts';
import { isLong, sized } from '../../harness/testing/sized.ts';
import {
  goTheirOwnWays,
  haveOtherAnswers,
  reportsOf,
  type SeededReport,
  templateIds,
} from '../../harness/testing/template-rules.ts';

/** One template for each site and for several sites, and two for one site. */
const few = ['across-order-issue', 'mail-filter', 'mail-reply-date', 'shop-send-to', 'track-hours-left'];

const ids = sized(few, await templateIds('town'));
let reports: SeededReport[];
beforeAll(async () => {
  reports = await reportsOf(ids, [1]);
});

test('solved it passes, each near miss fails and is named, and nothing gives the answer away', () => {
  expect(reports.flatMap(({ faults }) => faults)).toEqual([]);
  expect(reports).toHaveLength(ids.length);
  expect(reports.length).toBeGreaterThan(0);
});

test('another seed has another answer', () => haveOtherAnswers(reports));

test('no two templates of a site change the same and go the same way; at most three have a capability in common', () =>
  goTheirOwnWays(reports));

if (isLong) {
  const seeds = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

  test('a hundred seeds of each template keep its rules, and no answer is that of more than ten of them', async () => {
    const answers = new Map<string, (string | null)[]>();
    for (const seed of seeds(1, 100))
      for (const { faults, answer, template } of await reportsOf(ids, [seed])) {
        expect(faults).toEqual([]);
        if (!template.impossible) answers.set(template.id, [...(answers.get(template.id) ?? []), answer]);
      }
    for (const [id, ofTemplate] of answers) {
      const said = ofTemplate.filter((answer) => answer !== null);
      const counts = [...Map.groupBy(said, (answer) => answer).values()].map(({ length }) => length);
      // Numbers can be equal by chance, but a repeated right answer could be guessed.
      expect([id, counts.every((count) => count <= 10)]).toEqual([id, true]);
    }
  });

  test('the oracle passes ten seeds of each template in Chromium', async () => {
    const project = await scratchProject();
    for (const seed of seeds(11, 10)) {
      const args = ['--suite', 'town', '--seed', String(seed), '--adapter', 'oracle', '--no-save'];
      const { exitCode, stdout } = await project.harness([
        ...args,
        '--workers',
        '2',
        '--out',
        `seed-${seed}`,
      ]);
      expect({ seed, exitCode, stdout }).toEqual({ seed, exitCode: 0, stdout });
    }
  });
}
