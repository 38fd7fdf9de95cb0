import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { runSuite } from './run-suite.ts';
import { loadConfig, SkillConfigError } from './skill-config.ts';

const example = await readFile('docs/examples/skills/minimal/bench.yaml', 'utf8');

async function load(text: string, options = {}) {
  const folder = await folderOf({ 'bench.yaml': text });
  return loadConfig(path.join(folder, 'bench.yaml'), options);
}

async function mistakesOf(text: string, options = {}): Promise<SkillConfigError> {
  const error = await load(text, options).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SkillConfigError)) throw new Error(`no SkillConfigError: ${error}`);
  return error;
}

const change = (from: string | RegExp, to: string) => {
  const changed = example.replace(from, to);
  expect(changed).not.toBe(example);
  return changed;
};

test.each<[string, () => string, RegExp]>([
  [
    'another schema',
    () => change('bench.config.v1', 'bench.config.v2'),
    /:3:9: schema: must be skillvault\.bench\.config\.v1; found "skillvault\.bench\.config\.v2"/,
  ],
  ['metadata that is no object', () => change(/metadata:\n(.*\n){3}/, 'metadata: 7\n'), /:5:11: metadata: /],
  [
    'retries above 10',
    () => change('retries: 0', 'retries: 11'),
    /:12:12: execution\.retries: must be at most 10; found 11/,
  ],
  [
    'retries below 0',
    () => change('retries: 0', 'retries: -1'),
    /execution\.retries: must be at least 0; found -1/,
  ],
  [
    'retries that are no whole number',
    () => change('retries: 0', 'retries: 1.5'),
    /execution\.retries: must be a whole number/,
  ],
  [
    'a seed that is a text',
    () => change('seed: 42', 'seed: many'),
    /:13:9: execution\.seed: must be a whole number; found "many"/,
  ],
  [
    'deterministic that is a text',
    () => change('deterministic: true', 'deterministic: "yes"'),
    /execution\.deterministic: must be true or false; found "yes"/,
  ],
  ['trials of 0', () => change('seed: 42', 'trials: 0'), /execution\.trials: must be at least 1; found 0/],
  [
    'isolation that is none of ours',
    () => change('seed: 42', 'isolation: vm'),
    /execution\.isolation: must be copy or none; found "vm"/,
  ],
  [
    'no conditions',
    () => change(/conditions:[\s\S]*?(?=\ntasks:)/, ''),
    /conditions: must be a list; found nothing/,
  ],
  [
    'a condition that is missing',
    () => change(/ {2}- id: curated_skill\n.*\n/, ''),
    /conditions: the condition curated_skill is missing/,
  ],
  [
    'a condition without an id',
    () => change('- id: no_skill\n    bundle', '- bundle'),
    /conditions\[0\]\.id: .*found nothing/,
  ],
  [
    'a condition that occurs twice after trimming',
    () => change('id: curated_skill', 'id: " no_skill "'),
    /conditions\[1\]\.id: the id no_skill occurs twice/,
  ],
  [
    'self_generated_skill without a bundle',
    () => change(/ {4}adapter:\n(.*\n){3}/, ''),
    /conditions\[2\]: needs either bundle_path or an adapter with the id stub/,
  ],
  [
    'self_generated_skill with another adapter',
    () => change('id: stub', 'id: gpt'),
    /conditions\[2\]: needs either bundle_path or an adapter/,
  ],
  [
    'a stub without a bundle',
    () => change('bundle_path: ./bundles/self-generated-skill', 'other: 1'),
    /conditions\[2\]\.adapter\.options\.bundle_path: must be a text/,
  ],
  ['no tasks', () => change(/tasks:[\s\S]*/, 'tasks: []\n'), /tasks: must not be empty/],
  [
    'a task that occurs twice',
    () => change('id: names-a-limit', 'id: answers'),
    /:34:9: tasks\[1\]\.id: the id answers occurs twice/,
  ],
  [
    'a task without a domain',
    () => change('    domain: completeness\n', ''),
    /tasks\[0\]\.domain: .*found nothing/,
  ],
  [
    'no time',
    () => change('timeout_ms: 1000', 'timeout_ms: 0'),
    /tasks\[0\]\.timeout_ms: must be at least 1; found 0/,
  ],
  [
    'more time than a timer takes',
    () => change('timeout_ms: 1000', 'timeout_ms: 2147483648'),
    /tasks\[0\]\.timeout_ms: must be at most 2147483647/,
  ],
  [
    'no verifier',
    () => change(/ {4}verifier:\n.*\n.*\n.*\n/, ''),
    /tasks\[0\]\.verifier: must be present \(or an episode\)/,
  ],
  [
    'a verifier of another type',
    () => change('type: function', 'type: model'),
    /tasks\[0\]\.verifier\.type: must be function or command; found "model"/,
  ],
  [
    'an unknown function',
    () => change('bundle_file_exists', 'bundle_is_nice'),
    /tasks\[0\]\.verifier\.function: must be one of bundle_file_exists, bundle_file_contains; found "bundle_is_nice"/,
  ],
  [
    'a function beside a command',
    () => change('function: bundle_file_exists', 'function: bundle_file_exists\n      command: "true"'),
    /tasks\[0\]\.verifier\.command: cannot be combined with the type function/,
  ],
  [
    'a command without one',
    () => change(/type: function\n {6}function: bundle_file_exists/, 'type: command'),
    /tasks\[0\]\.verifier\.command: must be a text/,
  ],
  [
    'args that are no object',
    () => change('args: { path: answer.txt }', 'args: 7'),
    /tasks\[0\]\.verifier\.args: must be an object/,
  ],
])('%s is a mistake with its place', async (_, text, says) => {
  const error = await mistakesOf(text());
  expect(error.code).toBe('BENCH_CONFIG_INVALID');
  expect(error.message).toMatch(says);
});

test('all mistakes of a file come at once, in order, with file, line and column', async () => {
  const text = change('retries: 0', 'retries: 99')
    .replace('timeout_ms: 1000', 'timeout_ms: x')
    .replace('id: curated_skill', 'id: other');
  const { message, mistakes } = await mistakesOf(text);
  expect(mistakes.map(({ line, field }) => [line, field])).toEqual([
    [12, 'execution.retries'],
    [16, 'conditions'],
    [29, 'tasks[0].timeout_ms'],
  ]);
  for (const line of message.split('\n')) expect(line).toMatch(/bench\.yaml:\d+:\d+: \S+: /);
});

test.each([
  ['YAML that is none', 'tasks: [\n', /bench\.yaml:\d+:\d+: /],
  ['a key that is there twice', 'seed: 1\nseed: 2\n', /:2:1: DUPLICATE_KEY/],
  ['an alias to nowhere', 'tasks: *none\n', /none/],
])('%s is a mistake of the file', async (_, text, says) => {
  const error = await mistakesOf(text);
  expect(error.code).toBe('BENCH_CONFIG_PARSE_ERROR');
  expect(error.message).toMatch(says);
});

test('a missing file and an empty file', async () => {
  await expect(loadConfig('/nowhere/bench.yaml')).rejects.toThrow(
    /nowhere\/bench\.yaml:1:1: file: cannot be read \(ENOENT\)/,
  );
  expect((await mistakesOf('')).message).toMatch(/the whole: /);
});

test('an unknown key is a warning, and a mistake with strict', async () => {
  const text = change('retries: 0', 'retries: 0\n  retrys: 3');
  const { warnings } = await load(text);
  expect(warnings).toEqual([expect.stringMatching(/bench\.yaml:13:11: execution\.retrys: unknown key$/)]);
  expect((await mistakesOf(text, { strict: true })).message).toMatch(/execution\.retrys/);
});

test('JSON is accepted too, and defaults are filled in', async () => {
  const folder = await folderOf({
    'bench.json': JSON.stringify({
      conditions: ['no_skill', 'curated_skill', 'self_generated_skill'].map((id) => ({
        id,
        bundle_path: '.',
      })),
      tasks: [{ id: ' t ', domain: 'd', timeout_ms: 1, verifier: { command: 'true' } }],
    }),
  });
  const { config } = await loadConfig(`${folder}/bench.json`);
  expect(config.execution).toEqual({
    retries: 0,
    seed: 0,
    deterministic: false,
    trials: 1,
    workers: 1,
    isolation: 'copy',
  });
  expect(config.tasks[0]?.id).toBe('t');
});

test('a missing bundle is a mistake before anything runs', async () => {
  const loaded = await load(example);
  const seen: unknown[] = [];
  await expect(
    runSuite(loaded, {
      project: thisProject,
      deterministic: true,
      onProgress: (progress) => seen.push(progress),
    }),
  ).rejects.toThrow(/:17:18: conditions\.no_skill\.bundle_path: does not exist: \.\/bundles\/no-skill/);
  expect(seen).toEqual([]);
});

test('a folder that is too large for a copy is rejected with a solution', async () => {
  const loaded = await load(
    example
      .replace(/verifier:[\s\S]*?(?=\n {2}- id: names)/, 'verifier: { command: "true" }')
      .replaceAll('./bundles/', './')
      .replace(/bundle_path: \.\/\S+/g, 'bundle_path: .'),
  );
  const { truncate, writeFile } = await import('node:fs/promises');
  await writeFile(path.join(loaded.folder, 'big'), '');
  await truncate(path.join(loaded.folder, 'big'), 65 * 2 ** 20);
  await expect(runSuite(loaded, { project: thisProject, deterministic: true })).rejects.toThrow(
    /execution\.isolation: the folder of the config has more than 64 MiB.*use none/,
  );
});
