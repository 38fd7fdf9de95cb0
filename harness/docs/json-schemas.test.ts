import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { readSuites } from '../task/read-suites.ts';
import { noPatternCheck } from '../task/read-tasks.ts';
import { jsonSchemas } from './json-schemas.ts';

test.each(Object.entries(jsonSchemas()))('the committed schema %s is current', (name, content) => {
  expect(readFileSync(path.join(thisProject.root, 'docs', 'schemas', name), 'utf8')).toBe(content);
});

test('every task fits the published schema, and a task with an unknown field does not', async () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    JSON.parse(jsonSchemas()['task.json'] ?? ''),
  );
  const { tasks } = await readSuites(path.join(thisProject.root, 'tasks'), noPatternCheck);
  for (const { task } of tasks) expect([task.id, validate(task)]).toEqual([task.id, true]);
  expect(validate({ ...tasks[0]?.task, colour: 'blue' })).toBe(false);
});
