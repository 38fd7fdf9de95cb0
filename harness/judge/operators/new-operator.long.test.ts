import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { withNewOperator } from '../../testing/new-operator.ts';

test('the types of all that uses operators and facts follow from the two lists', async () => {
  const copy = await withNewOperator();
  const include = [
    'judge',
    'browser',
    'experiments/audit',
    'publish/docs',
    'results/verify',
    'testing/arbitrary-contracts.ts',
  ];
  const config = { extends: './tsconfig.json', include: include.map((part) => `harness/${part}`) };
  await writeFile(path.join(copy, 'tsconfig.new.json'), JSON.stringify(config));
  const tsc = path.join(copy, 'node_modules', '.bin', 'tsc');
  const { stdout } = await execa(tsc, ['--project', 'tsconfig.new.json'], { cwd: copy });
  expect(stdout).toBe('');
});
