import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Flag } from '../platform/flags.ts';
import { folderOf } from '../testing/folder-of.ts';
import { buildProgram, type Typed } from './build-program.ts';
import type { Command } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { configSchema, findConfig, projectHere, withWords } from './project-here.ts';
import { thisProject } from './this-project.ts';
import { toPlanOptions } from './to-plan-options.ts';
import { valuesOf } from './values-of.ts';

const name = 'contract-bench.config.json';

async function projectOf(config: object, files: Record<string, string> = {}) {
  const folder = await folderOf({ ...files, [name]: JSON.stringify(config) });
  return { folder, ...(await projectHere(folder, commands)) };
}

/** What `run` plans where these options were typed. */
async function plannerOf(said: object) {
  const { project, config, options } = await projectOf(said);
  const planned = (values: Typed['values']) => {
    const context = { project, config, options, folder: project.root };
    const [{ command } = { command: undefined }] = withWords(commands, '').filter(
      ({ words }) => words === 'run',
    );
    if (!command) throw new Error('no command run');
    const given = valuesOf(command, { words: 'run', values }, context);
    return toPlanOptions(given as never, { project, config, options, env: {}, json: false });
  };
  return { project, planned };
}

test('every mistake of a configuration is said at once, with its file and field', async () => {
  const folder = await folderOf({
    [name]: JSON.stringify({
      suits: ['mine'],
      suites: [],
      servers: ['Play wright', { id: 'mine', command: 'node server.js' }],
      agents: [{ id: 'shy', command: '', colour: 'red' }],
      options: { run: { workers: 0, wrokers: 2, suite: 'fixtures' }, rum: {} },
    }),
  });
  const error: Error = await projectHere(folder, commands).then(
    () => new Error('it was taken'),
    (thrown) => thrown,
  );
  const file = path.join(folder, name);
  const lines = error.message.split('\n');
  expect(lines.every((line) => line.startsWith(`${file}: `))).toBe(true);
  for (const field of [
    /: suits: unknown field; allowed are suites, servers, /,
    /: suites: .*found an empty list/,
    /: servers\[0\]: /,
    /: servers\[1\]/,
    /: agents\[0\]\.command: must not be empty/,
    /: agents\[0\]\.colour: unknown field; allowed are id, command, door/,
    /: options\.run\.workers: .*found 0/,
    /: options\.run\.wrokers: unknown field; allowed are suite, /,
    /: options\.run\.suite: .*found "fixtures"/,
    /: options\.rum: unknown field; allowed are /,
  ])
    expect(lines).toContainEqual(expect.stringMatching(field));
});

test('two members of one id are refused', async () => {
  const server = { id: 'mine', command: 'node server.js {endpoint}' };
  await expect(projectOf({ servers: [server, 'playwright', server] })).rejects.toThrow(
    /config\.json: servers\[2\]\.id: must be unique; an earlier entry has the same value; found "mine"$/m,
  );
  const agent = { id: 'shy', command: 'a' };
  await expect(projectOf({ agents: [agent, agent] })).rejects.toThrow(
    /config\.json: agents\[1\]\.id: must be unique; an earlier entry has the same value; found "shy"$/m,
  );
});

test('a file that is no configuration is an error of the user that names it', async () => {
  for (const [file, text, message] of [
    ['contract-bench.config.json', '{', /config\.json: invalid JSON \(/],
    ['contract-bench.config.mjs', 'export const x = 1;', /config\.mjs: found no default export; allowed is /],
    [
      'contract-bench.config.mjs',
      'throw new TypeError("mine")',
      /config\.mjs: cannot be loaded: TypeError: mine/,
    ],
  ] as const)
    await expect(projectHere(await folderOf({ [file]: text }), commands)).rejects.toThrow(message);
  const two = await folderOf({ [name]: '{}', 'contract-bench.config.mjs': '' });
  await expect(projectHere(two, commands)).rejects.toThrow(/found 2; allowed is one/);
});

test('it is found from below its folder, in TypeScript too, and paths in it are relative to it', async () => {
  const folder = await folderOf({
    'contract-bench.config.ts':
      "const config: { results: string } = { results: 'out', suites: ['bench/mine', 'webvoyager'] };\nexport default config;\n",
    'bench/mine/suite.yaml': '',
    'src/deep/x.ts': '',
  });
  const { project } = await projectHere(path.join(folder, 'src', 'deep'), commands);
  expect(project).toMatchObject({
    ...{ root: folder, results: path.join(folder, 'out'), reports: path.join(folder, 'reports') },
    suites: [path.join(folder, 'bench/mine'), path.join(folder, 'tasks'), ...thisProject.suites],
    ...{ plays: ['mine', 'webvoyager'], checkout: null },
    recordings: [path.join(folder, 'transcripts'), ...thisProject.recordings],
  });
  await expect(projectOf({ suites: ['./bench'] })).rejects.toThrow(/suites: .*bench has no suite\.yaml/);
});

test('where there is none, this repository is its own project', async () => {
  const { project, config } = await projectHere(await folderOf({}), commands);
  expect({ project, config }).toEqual({ project: thisProject, config: {} });
});

test('servers and agents of a configuration are chosen by their names, the first server without one', async () => {
  const { project, planned } = await plannerOf({
    servers: [{ id: 'mine', command: 'node {project}/server.js {endpoint}' }, 'playwright'],
    agents: [{ id: 'shy', command: 'sh {project}/agent.sh', door: 'cdp' }],
  });
  expect(planned({})).toMatchObject({
    server: 'mine',
    serverCommand: `node ${project.root}/server.js {endpoint}`,
  });
  expect(planned({ server: 'playwright' })).toMatchObject({ server: 'playwright', serverCommand: null });
  expect(planned({ agent: 'shy' }).agent).toEqual({
    ...{ command: `sh ${project.root}/agent.sh`, id: 'shy', door: 'cdp' },
  });
});

/** Of an option two values that it may have, as they are typed and as a configuration says them. */
function samples({
  placeholder,
  takes,
  choices,
  onByDefault,
}: Flag<unknown>): [typed: string | null, said: unknown][] {
  if (choices) return choices.slice(0, 2).map((choice) => [choice, choice]);
  if (placeholder === null) return onByDefault ? [[null, false]] : [[null, true]];
  switch (takes?.kind) {
    case 'texts':
      return [['a', ['a']], ['b', ['b']]]; // biome-ignore format: pairs
    case 'integer':
      return [takes.min, takes.min + 1].map((value) => [String(value), value]);
    case 'amount':
      return [1, 2]
        .map((each) => (takes.above ?? takes.min ?? 0) + each / 100)
        .map((value) => [String(value), value]);
    case 'like':
      return ['1/2', '2/2', '60/min', '2/s']
        .filter((text) => takes.pattern.test(text))
        .slice(0, 2)
        .map((text) => [text, text]);
    default:
      return [['one', 'one'], ['two', 'two']]; // biome-ignore format: pairs
  }
}

const optionsOfAll = withWords(commands, '').flatMap(({ words, command }) =>
  Object.entries(command.options)
    .filter(([, { required }]) => !required)
    .map(([option, flag]) => ({ words, command, option, flag })),
);

test('a flag beats the configuration, and the configuration the default: of every option of every command', async () => {
  const { project, config } = await projectOf({});
  const schema = configSchema(commands);
  expect(optionsOfAll.length).toBeGreaterThan(100);
  for (const { words, command, option, flag } of optionsOfAll) {
    const at = `${words} ${option}`;
    const [[typedText, typedValue] = [null, true], [, said] = [null, typedValue]] = samples(flag);
    const parsed = schema.safeParse({ options: { [words]: { [option]: said } } });
    expect([at, parsed.error?.issues]).toEqual([at, undefined]);
    const options = { [words]: { [option]: said } };
    const long = option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const flags = [`--${flag.onByDefault ? 'no-' : ''}${long}`, ...(typedText === null ? [] : [typedText])];
    const of = async (args: string[], configured: object) =>
      valuesOf(command, await typed([...words.split(' '), ...wordsFor(command), ...args]), {
        ...{ project, config, folder: project.root, options: configured as never },
      })[option];
    const byDefault = await of([], {});
    const byConfig = await of([], options);
    const byFlag = await of(flags, options);
    expect([at, JSON.stringify(byConfig) !== JSON.stringify(byDefault) || said === byDefault]).toEqual([
      at,
      true,
    ]);
    expect([at, byFlag]).toEqual([at, await of(flags, {})]);
    if (typedText !== null && JSON.stringify(said) !== JSON.stringify(typedValue))
      expect([at, JSON.stringify(byFlag) !== JSON.stringify(byConfig)]).toEqual([at, true]);
  }
});

test('the schema of a configuration says what each option is', () => {
  const json = z.toJSONSchema(configSchema(commands), { io: 'input', unrepresentable: 'any' });
  expect(json.properties?.options).toMatchObject({
    properties: { run: { properties: { workers: { minimum: 1, maximum: 64 } } } },
  });
});

/** What must be typed beside: words, and options that a command can't do without. */
function wordsFor(command: Command): string[] {
  const needed = Object.entries(command.options).filter(([, { required }]) => required);
  const names = Object.values(command.arguments).filter(({ name: each }) => each.startsWith('<'));
  return [
    ...names.map(() => 'x'),
    ...needed.flatMap(([each]) => [
      `--${each.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      'x',
    ]),
  ];
}

const found: Typed[] = [];
const program = buildProgram(commands, async (_, each) => void found.push(each));

async function typed(args: string[]): Promise<Typed> {
  await program.parseAsync(args, { from: 'user' });
  const last = found.pop();
  if (!last) throw new Error(`nothing was run by ${args.join(' ')}`);
  return last;
}

test('what a configuration says of every run may have nothing to do in one', async () => {
  const { planned } = await plannerOf({ options: { run: { model: 'm', strict: true } } });
  expect(planned({ adapter: 'noop' })).toMatchObject({ adapter: 'noop', model: { name: 'm' } });
  expect(() => planned({ adapter: 'noop', model: 'another' })).toThrow('--model: this flag is for a model');
});

test('it is looked for up to the top of the checkout or the home, and nowhere above', async () => {
  const config = 'contract-bench.config.json';
  const folder = await folderOf({
    [config]: '{}',
    'checkout/.git/HEAD': '',
    'checkout/src/deep/a': '',
    'home/src/deep/a': '',
    'shared/src/deep/a': '',
    [`shared/${config}`]: '{}',
    'shared/.git/HEAD': '',
    'own/src/deep/a': '',
  });
  chmodSync(path.join(folder, 'shared'), 0o1777);
  const at = (place: string) => findConfig(path.join(folder, place), path.join(folder, 'home'));
  for (const place of ['checkout', 'checkout/src/deep', 'home', 'home/src/deep', 'shared/src/deep'])
    expect(at(place), place).toBeNull();
  for (const place of ['.', 'own', 'own/src/deep']) expect(at(place), place).toBe(path.join(folder, config));
  expect(at('shared')).toBe(path.join(folder, 'shared', config));
  for (const top of ['checkout', 'home']) {
    const file = path.join(folder, top, config);
    writeFileSync(file, '{}');
    expect(at(`${top}/src/deep`)).toBe(file);
  }
});
