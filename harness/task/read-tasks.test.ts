import { symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { folderOf } from '../testing/folder-of.ts';
import { suiteYaml } from '../testing/suite-files.ts';
import { checkPattern } from './check-pattern.ts';
import { readSuites } from './read-suites.ts';
import { describeMistake, readTasks, withoutMistakes } from './read-tasks.ts';

const spec = {
  id: 'a-task',
  title: 'A task',
  goal: 'Get there.',
  startUrl: 'https://a.test/',
  maxSteps: 5,
  maxDurationMs: 1000,
  success: { kind: 'url', pattern: 'a' } as unknown,
};
/** JSON is YAML. */
const file = (fields: object, body = 'Why it is right.') =>
  `---\n${JSON.stringify(fields)}\n---\n\n${body}\n`;

async function mistakesOf(files: Record<string, string>) {
  const folder = await folderOf(files);
  const { mistakes } = await readTasks(folder, 'custom', checkPattern);
  return mistakes.map((mistake) => describeMistake(mistake).slice(folder.length + 1));
}
const mistakes = (fields: object) => mistakesOf({ 'a-task.md': file({ ...spec, ...fields }) });

test('a task is read with what its file says besides, defaults filled in', async () => {
  const folder = await folderOf({
    'deep/a-task.md': file(spec),
    'README.md': '# No task',
    'note.txt': 'no task',
    // As recording beside tasks leaves it.
    'transcripts/playwright/tools.json': '{}',
  });
  const [read] = withoutMistakes(await readTasks(folder, 'custom', checkPattern));
  expect(read).toMatchObject({ file: `${folder}/deep/a-task.md`, suite: 'custom', why: 'Why it is right.' });
  expect(read?.task).toEqual({
    ...spec,
    judge: 'end',
    verify: 'reload',
    maxUsd: 0.5,
    setup: { clearCookies: true, viewport: { width: 1280, height: 800 } },
    tags: [],
  });
});

test('a JSON task is the same task', async () => {
  const folder = await folderOf({ 'md/a-task.md': file(spec), 'json/a-task.json': JSON.stringify(spec) });
  const [md] = withoutMistakes(await readTasks(`${folder}/md`, 'custom', checkPattern));
  const [json] = withoutMistakes(await readTasks(`${folder}/json/a-task.json`, 'custom', checkPattern));
  expect(json?.taskSha256).toBe(md?.taskSha256);
  expect(json?.why).toBe('');
});

test.each([
  [{ budget: 1 }, /^a-task\.md: budget: unknown field; allowed are id, title, goal/],
  [{ setup: { cookies: false } }, /^a-task\.md: setup\.cookies: unknown field; allowed are /],
  [{ maxSteps: undefined }, /^a-task\.md: maxSteps: .*number.*found nothing/],
  [{ maxSteps: 0 }, /^a-task\.md: maxSteps: .*1; found 0/],
  [{ maxSteps: 101 }, /^a-task\.md: maxSteps: .*100; found 101/],
  [{ maxSteps: 1.5 }, /^a-task\.md: maxSteps: must be a whole number; found 1\.5/],
  [{ maxSteps: '5' }, /^a-task\.md: maxSteps: .*number.*found "5"/],
  [{ maxDurationMs: undefined }, /^a-task\.md: maxDurationMs: .*found nothing/],
  [{ maxDurationMs: 600_001 }, /^a-task\.md: maxDurationMs: .*600000; found 600001/],
  [{ maxUsd: 0.51 }, /^a-task\.md: maxUsd: .*0\.5; found 0\.51/],
  [{ judge: 'always' }, /^a-task\.md: judge: must be one of end, each_step; found "always"/],
  [{ startUrl: 'a.test' }, /^a-task\.md: startUrl: must be an http\(s\) URL or about:blank; found "a\.test"/],
  [{ startUrl: 'file:///etc/passwd' }, /^a-task\.md: startUrl: must be/],
  [{ setup: { viewport: { width: 0, height: 800 } } }, /^a-task\.md: setup\.viewport\.width: .*1; found 0/],
  [{ goal: '' }, /^a-task\.md: goal: .*found ""/],
  [{ id: 'other-task' }, /^a-task\.md: id: must be the file name "a-task"; found "other-task"/],
  [{ id: 'A Task' }, /^a-task\.md: id: must be lowercase words joined by hyphens; found "A Task"/],
  [{ success: undefined }, /^a-task\.md: success: a contract is required; found nothing/],
  [
    { success: { kind: 'and', children: [{ kind: 'not', child: { kind: 'dom_txt' } }] } },
    /^a-task\.md: success \$\.children\.0\.child\.kind: must be one of url, .*; found "dom_txt"/,
  ],
])('%j is named with its field, what was found and what is allowed', async (fields, named) => {
  expect((await mistakes(fields))[0]).toMatch(named);
});

test.each(['(a+)+$', '(a|a)*$', '(a+){2,}', '(((a+)))+'])('the pattern %s is refused', async (pattern) => {
  expect(await mistakes({ success: { kind: 'url', pattern } })).toEqual([
    expect.stringMatching(/^a-task\.md: success \$\.pattern: must not backtrack exponentially/),
  ]);
});

test.each(['(\\d+,)*', '\\++'])('the pattern %s is fine', async (pattern) => {
  expect(await mistakes({ success: { kind: 'url', pattern } })).toEqual([]);
});

test('all mistakes of all files come at once', async () => {
  const said = await mistakesOf({
    'a.md': file({ ...spec, id: 'a', maxSteps: 0, color: 'red', success: { kind: 'url', pattern: '(' } }),
    'b.json': '{"id":',
    'c.md': 'no front matter',
    'd.md': '---\nid: [\n---\n',
    'e.json': '[]',
  });
  expect(said.map((line) => line.split(': ').slice(0, 2).join(': ')).sort()).toEqual([
    'a.md: color',
    'a.md: maxSteps',
    'a.md: success $.pattern',
    'b.json: file',
    'c.md: front matter',
    'd.md: front matter',
    'e.json: front matter',
  ]);
});

test('a link that leads nowhere is said, one to a task is read; a byte order mark is no part of a file', async () => {
  const folder = await folderOf({
    'all/a-task.md': `\uFEFF${file(spec)}`,
    'all/b-task.json': `\uFEFF${JSON.stringify({ ...spec, id: 'b-task' })}`,
    'other/c-task.md': file({ ...spec, id: 'c-task' }),
  });
  await symlink('../other/c-task.md', `${folder}/all/c-task.md`);
  await symlink('../other/gone.md', `${folder}/all/d-task.md`);
  const read = await readTasks(`${folder}/all`, 'webvoyager', checkPattern);
  expect(read.tasks.map(({ task }) => task.id)).toEqual(['a-task', 'b-task', 'c-task']);
  expect(read.mistakes.map(describeMistake)).toEqual([
    `${folder}/all/d-task.md: file: cannot be read (ENOENT)`,
  ]);
});

test('an id that two files have is named with both, across suites too', async () => {
  const folder = await folderOf({
    'webvoyager/a-task.md': file(spec),
    'webvoyager/deep/a-task.json': JSON.stringify(spec),
    'fixtures/a-task.md': file(spec),
  });
  const one = await readTasks(`${folder}/webvoyager`, 'webvoyager', checkPattern);
  expect(one.mistakes.map(describeMistake)).toEqual([
    `${folder}/webvoyager/deep/a-task.json: id: duplicate id "a-task", also in ${folder}/webvoyager/a-task.md; ids must be unique`,
  ]);
  const both = await folderOf({
    'webvoyager/suite.yaml': suiteYaml('webvoyager', { tasks: ['a-task'], maxSteps: 30 }),
    'webvoyager/a-task.md': file(spec),
    'fixtures/suite.yaml': suiteYaml('fixtures', { tasks: ['a-task'], maxSteps: 20 }),
    'fixtures/a-task.md': file(spec),
  });
  expect((await readSuites(both, checkPattern)).mistakes.map(describeMistake)).toEqual([
    `${both}/fixtures/a-task.md: id: duplicate id "a-task", also in ${both}/webvoyager/a-task.md; ids must be unique`,
  ]);
});

test.each(['js', 'JS', 'javascript', 'Javascript', 'coffee', 'cson', 'coffeescript'])(
  'front matter in %s is not executed',
  async (language) => {
    const said = await mistakesOf({
      'a-task.md': `---${language}\n{ id: (globalThis.executed = 'yes') }\n---\n`,
    });
    expect(said).toEqual([expect.stringMatching(/^a-task\.md: front matter: must be YAML/)]);
    expect(Reflect.get(globalThis, 'executed')).toBeUndefined();
  },
);

test.each([
  '!!js/function "function () { globalThis.executed = true }"',
  '!!js/undefined ""',
  '!!js/regexp /a/',
])('YAML cannot make code: %s', async (value) => {
  const said = await mistakesOf({ 'a-task.md': `---\nid: a-task\ntitle: ${value}\n---\n` });
  expect(said).toEqual([expect.stringMatching(/^a-task\.md: front matter: must be YAML/)]);
});

test('a file that is not there and a folder without a task are said to be so', async () => {
  const folder = await folderOf({ 'README.md': '' });
  await expect(readTasks(`${folder}/none`, 'custom', checkPattern)).rejects.toThrow(
    /none does not exist; it must be a task file/,
  );
  await expect(readTasks(folder, 'custom', checkPattern)).rejects.toThrow(/holds no task file/);
});

test('a list of mistakes is one error of the user', async () => {
  const folder = await folderOf({ 'a-task.md': file({ ...spec, maxSteps: 0, goal: '' }) });
  const read = await readTasks(folder, 'custom', checkPattern);
  expect(() => withoutMistakes(read)).toThrow(/goal: .*\n.*maxSteps: /);
});

test.each([
  ["goal: it's: a thing", `line 3: a text with a colon in it needs quotes; write goal: 'it''s: a thing'`],
  ['goal: @me', "line 3: a text that begins with @ needs quotes; write goal: '@me'"],
  ['goal: "open', 'line 3: goal: the text opens with " and never ends with it'],
])('of the bad YAML %j it is said what to write', async (line, said) => {
  const text = `---\nid: a-task\n${line}\ntitle: x\n---\n`;
  expect(await mistakesOf({ 'a-task.md': text })).toEqual([
    `a-task.md: front matter: must be YAML front matter; found: ${said}`,
  ]);
});

test('a selector that no browser takes is named', async () => {
  const success = { kind: 'and', children: [{ kind: 'dom_count', selector: 'h1[', op: 'eq', value: 1 }] };
  expect(await mistakes({ success })).toEqual([
    'a-task.md: success $.children.0.selector: must be a CSS selector (not at "["); found "h1["',
  ]);
});
