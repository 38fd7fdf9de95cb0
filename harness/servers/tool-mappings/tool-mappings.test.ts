import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bindRefs, fillSessionValues } from '../../task/transcripts/session-values.ts';
import { findElements, textOf } from '../../task/walkthroughs/find-element.ts';
import type { PageElement } from '../../task/walkthroughs/page-element.ts';
import type { Target } from '../../task/walkthroughs/walkthrough.ts';
import { servers } from '../index.ts';
import { toolMappings } from './index.ts';

/** The answers of each server's reading tool for the same page. */
const samples = new Map(
  await Promise.all(
    toolMappings.map(async ({ id, elements }) => {
      const answer = await readFile(path.join(import.meta.dirname, 'samples', `${id}.txt`), 'utf8');
      return [id, { answer, elements: elements(answer) }] as const;
    }),
  ),
);

function sampleOf(id: string): { answer: string; elements: PageElement[] } {
  return samples.get(id) ?? { answer: '', elements: [] };
}

test('each tool mapping belongs to a server or a variant, and has a way or a reason for each verb', () => {
  const ids = servers.flatMap(({ id, variants = {} }) => [
    id,
    ...Object.keys(variants).map((name) => `${id}+${name}`),
  ]);
  expect(ids).toEqual(expect.arrayContaining(toolMappings.map(({ id }) => id)));
  for (const { verbs } of toolMappings)
    for (const way of Object.values(verbs)) expect('why' in way ? way.why : way.by).toMatch(/\w/);
});

test.each(toolMappings)('$id: fields, buttons and links are found by role, name and label', ({ id }) => {
  const { elements } = sampleOf(id);
  const found = (target: Target) => findElements(elements, target);
  expect(found({ role: 'heading', name: 'Kit for a week' })).toHaveLength(1);
  expect(found({ role: 'link', name: 'week or more' })).toHaveLength(1);
  // One server does not give the values of fields.
  const value = id === 'agent-infra' ? '' : '1';
  expect(found({ label: 'Guests' })).toMatchObject([{ role: 'spinbutton', value }]);
  expect(found({ label: 'Size' })).toMatchObject([{ role: 'combobox' }]);
  expect(found({ label: 'Gift: "wrapped"' })).toMatchObject([{ role: 'checkbox' }]);
  expect(found({ label: { contains: 'wrapped' } })).toHaveLength(1);
  expect(found({ role: 'button', name: 'Add to' })).toEqual([]);
});

test.each(toolMappings)(
  '$id: one of two is found by its place, by what it follows, by its number',
  ({ id }) => {
    const { elements } = sampleOf(id);
    const button: Target = { role: 'button', name: 'Add to cart' };
    const [first, second, ...more] = findElements(elements, button);
    expect(more).toEqual([]);
    expect(first?.ref).not.toBe(second?.ref);
    const one = (target: Target) => findElements(elements, { ...button, ...target });
    expect(one({ within: { role: 'article', name: 'Ridge 2' } })).toEqual([first]);
    expect(one({ within: { role: 'article', name: 'Ridge 3' } })).toEqual([second]);
    expect(one({ after: 'Ridge 3' })).toEqual([second]);
    expect(one({ nth: 2 })).toEqual([second]);
    expect(one({ nth: 3 })).toEqual([]);
    expect(one({ after: 'Ridge 4' })).toEqual([]);
  },
);

test.each(toolMappings)(
  '$id: the cell beside a heading is read, whether the server shows cells or not',
  ({ id }) => {
    const { elements } = sampleOf(id);
    const [cell, ...more] = findElements(elements, { role: 'cell', after: 'Total' });
    expect(more).toEqual([]);
    expect(cell && textOf(elements, cell)).toBe('41.80 EUR');
  },
);

test.each(toolMappings)(
  '$id: the pattern of an element finds one of those that are called the same',
  ({ id }) => {
    const { answer, elements } = sampleOf(id);
    for (const { ref, find } of elements.filter((each) => each.ref !== null)) {
      if (find === null) continue;
      const found = [...answer.matchAll(new RegExp(`${find.before}(${find.ref})${find.after}`, 'g'))];
      const same = elements.filter(
        (each) => each.find?.before === find.before && each.find.after === find.after,
      );
      expect(found.map(([, told]) => told)).toEqual(same.map((each) => each.ref));
      expect(same.map((each) => each.ref)).toContain(ref);
    }
  },
);

test.each(toolMappings)(
  '$id: a ref is recorded by its element, and found again on a page with other refs',
  (dialect) => {
    const { answer, elements } = sampleOf(dialect.id);
    // Selectors and position numbers do not appear in the answer.
    const named = elements.filter(({ ref, find }) => ref !== null && find !== null);
    if (dialect.verbs.wait.by === 'reading') return expect(named).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
    for (const { ref } of named) {
      const bound = bindRefs({ fields: [{ target: String(ref) }], text: 'Ada' }, dialect, ['', answer, 'ok']);
      expect(bound).toMatchObject({ fields: [{ target: { $answer: 1 } }], text: 'Ada' });
      expect(fillSessionValues(bound, ['', answer])).toEqual({
        args: { fields: [{ target: ref }], text: 'Ada' },
      });
      const shifted = answer.replaceAll(
        /(\[ref=e|uid=\d+_|\[ref_)(\d+)/g,
        (_, before: string, digits: string) => `${before}${Number(digits) + 1}`,
      );
      const again = dialect.elements(shifted)[elements.findIndex((each) => each.ref === ref)]?.ref;
      expect(fillSessionValues(bound, ['', shifted])).toEqual({
        args: { fields: [{ target: again }], text: 'Ada' },
      });
    }
    expect(bindRefs({ target: 'Ada' }, dialect, ['', answer])).toEqual({ target: 'Ada' });
  },
);
