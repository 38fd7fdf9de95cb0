import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { commands } from '../../cli/commands/index.ts';
import { configSchema } from '../../cli/project-here.ts';
import { thisProject } from '../../cli/this-project.ts';
import { exampleRelease } from '../../results/examples/example-release.ts';
import { readReleases } from '../../results/records/read-server-records.ts';
import { readSuites } from '../../task/read-suites.ts';
import { noPatternCheck } from '../../task/read-tasks.ts';
import { jsonSchemas } from './schema-files.ts';

const schemas = jsonSchemas(configSchema(commands));

test.each(Object.entries(schemas))('the committed schema %s is current', (name, content) => {
  expect(readFileSync(path.join(thisProject.root, 'docs', 'schemas', name), 'utf8')).toBe(content);
});

test('every task fits the published schema, and a task with an unknown field does not', async () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    JSON.parse(schemas['task.json'] ?? ''),
  );
  const { tasks } = await readSuites(path.join(thisProject.root, 'tasks'), noPatternCheck);
  for (const { task } of tasks) expect([task.id, validate(task)]).toEqual([task.id, true]);
  expect(validate({ ...tasks[0]?.task, colour: 'blue' })).toBe(false);
});

test('every record of a release fits the published schema, and one with an unknown part does not', () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    JSON.parse(schemas['servers.json'] ?? ''),
  );
  const releases = readReleases(thisProject.results);
  expect(releases.length).toBeGreaterThan(0);
  for (const release of [exampleRelease(), ...releases])
    expect([release.server, validate(release)]).toEqual([release.server, true]);
  expect(validate({ ...exampleRelease(), schema: 'contract-bench.servers.v1' })).toBe(false);
  const { parts } = exampleRelease();
  expect(validate({ ...exampleRelease(), parts: { ...parts, speed: null } })).toBe(false);
  expect(validate({ ...exampleRelease(), parts: { ...parts, tools: { broken: '' } } })).toBe(false);
});

test('a configuration fits its schema, with the options of commands, and a mistake in it does not', () => {
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(schemas['config.json'] ?? ''));
  const command = 'node server.js {endpoint}';
  const config = { servers: [{ id: 'mine', command }, 'playwright'], options: { run: { workers: 2 } } };
  expect(validate(config)).toBe(true);
  expect(validate({ ...config, options: { run: { workers: 0 } } })).toBe(false);
  expect(validate({ servers: [{ id: 'mine', command: 'node server.js' }] })).toBe(false);
});
