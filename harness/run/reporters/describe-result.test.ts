import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { operators } from '../../judge/operators/index.ts';
import { judgedIn } from './describe-result.ts';

const clauses = operators.map(({ kind }) => `postconditions[0] (${kind} match)`);

test.each(['provenance', 'boundary', ...clauses])('the file that is said to judge "%s" is there', (name) => {
  expect(existsSync(path.join(thisProject.root, judgedIn(name)))).toBe(true);
});
