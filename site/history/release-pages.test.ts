import { expect, test } from 'vitest';
import { measureWords } from '../../harness/results/records/measure-words.ts';
import { withoutVersion } from './release-pages.ts';

test('the command that plays a part again names a listed server by its version, and a server of the user by its id', () => {
  const listed = { id: 'playwright', variant: 'caps', version: '0.0.83' };
  expect(measureWords(listed, 'honesty', 'covered-button')).toBe(
    'servers measure playwright@0.0.83 --variant caps --only honesty --cell covered-button',
  );
  expect(measureWords(withoutVersion(listed), null)).toBe('servers measure playwright');
  const mine = { id: 'custom:mine', variant: null, version: '1.2.3' };
  expect(measureWords(mine, 'reach')).toBe('servers measure mine --only reach');
});
