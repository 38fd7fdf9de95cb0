import { expect, test } from 'vitest';
import { isContended, probeProcessor } from './probe-processor.ts';

test.each([
  [[200, 210, 205, 300, 201], false],
  [[200, 210, 205, 301, 201], true],
  [[200, 200, 200, 200, 200], false],
])('%j: contended is %s', (took, contended) => {
  expect(isContended(took)).toBe(contended);
});

test('the processor is looked at in a few seconds, and there is an answer', async () => {
  expect(typeof (await probeProcessor())).toBe('boolean');
});
