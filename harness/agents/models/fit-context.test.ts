import { expect, test } from 'vitest';
import type { Entry } from './apis/api.ts';
import { fitContext, tokensOf } from './fit-context.ts';

const page = 'A line of a page. '.repeat(3300);
const model: Entry = { from: 'model', raw: [{ type: 'thinking', thinking: 'hm', signature: 'signed' }] };
const answer = (text: string): Entry => ({
  from: 'tools',
  answers: [{ id: 'c', tool: 'look', isError: false, blocks: [{ type: 'text', text }] }],
});

test("thirty steps of full pages fit any window, and the model's messages stay unchanged", () => {
  for (const window of [128_000, 200_000, 1_000_000]) {
    let entries: readonly Entry[] = [{ from: 'user', text: 'Go.' }];
    let changes = 0;
    for (let step = 0; step < 30; step++) {
      const grown = [...entries, model, answer(page)];
      entries = fitContext(grown, { window, besides: 25_000 });
      if (JSON.stringify(entries) !== JSON.stringify(grown)) changes += 1;
      expect(25_000 + tokensOf(entries)).toBeLessThan(window);
    }
    expect(entries.filter(({ from }) => from === 'model')).toEqual(Array(30).fill(model));
    expect(entries.slice(-1)).toEqual([answer(page)]);
    // The vendor's cache is invalidated a few times, not at each step.
    expect(changes).toBeLessThanOrEqual(window < 1_000_000 ? 20 : 0);
  }
});

test('shortened answers have a note, and images count as images', () => {
  const image = { type: 'image' as const, data: 'x'.repeat(2000), mimeType: 'image/png' };
  const old: Entry = {
    from: 'tools',
    answers: [{ id: 'c', tool: 'look', isError: false, blocks: [image, { type: 'text', text: page }] }],
  };
  const [first] = fitContext([old, answer(page), answer(page)], { window: 60_000, besides: 0 });
  const text = first?.from === 'tools' ? first.answers[0]?.blocks : [];
  expect(text).toEqual([
    {
      type: 'text',
      text: expect.stringMatching(
        /^\(an image\)\nA line[\s\S]*\n\[shortened: \d+ more characters were here; ask again to see them\]$/,
      ),
    },
  ]);
});
