import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { networkEnv, packTarball } from '../../testing/packed.ts';
import { commitAll, gitAs } from '../../testing/remotes/git-as.ts';
import { isLong } from '../../testing/sized.ts';
import { actionSteps, runStep, type StepEnd } from '../../testing/workflow-step.ts';

const stepOf = async (name: string) => {
  const step = (await actionSteps()).find((each) => each.name === name);
  if (!step) throw new Error(`action.yml has no step "${name}"`);
  return step;
};
/** Says nothing of its version, as one that is too old exits. */
const old = '#!/bin/sh\nexit 1\n';

test('the Node of the job is used if it is new enough, else the newest one of the runner', async () => {
  const folder = await folderOf({
    'bin/node': old,
    'tools/node/20.1.0/x64/bin/node': old,
    'tools/node/24.2.0/x64/bin/node': `#!/bin/sh\nexec '${process.execPath}' "$@"\n`,
  });
  const newest = path.join(folder, 'tools/node/24.2.0/x64/bin/node');
  const tooOld = path.join(folder, 'bin/node');
  for (const file of [tooOld, newest, path.join(folder, 'tools/node/20.1.0/x64/bin/node')])
    await chmod(file, 0o755);
  const step = await stepOf('find Node');
  const find = async (first: string) => {
    const PATH = `${path.dirname(first)}:${process.env.PATH}`;
    const { outputs } = await runStep(step, folder, {
      ...{ HERE: path.join(folder, 'here'), PATH, RUNNER_TOOL_CACHE: path.join(folder, 'tools') },
    });
    return outputs.node;
  };
  expect(await find(process.execPath)).toBe(process.execPath);
  expect(await find(tooOld)).toBe(newest);
});

test('the installed package is the one packed from the action’s files, or the requested one', async () => {
  const step = await stepOf('what is installed');
  const folder = await folderOf({ 'a.ts': 'a', 'node_modules/b.ts': 'b', 'below/c.ts': 'c' });
  const specOf = async (asked: string) =>
    (await runStep(step, folder, { ACTION_PATH: folder, HERE: '/here', PACKAGE: asked })).outputs.spec;
  const packed = await specOf('');
  expect(packed).toMatch(/^\/here\/packed-[0-9a-f]{40}\.tgz$/);
  await writeFile(path.join(folder, 'node_modules/b.ts'), 'other');
  expect(await specOf('')).toBe(packed);
  await writeFile(path.join(folder, 'below/c.ts'), 'other');
  expect(await specOf('')).not.toBe(packed);
  expect(await specOf('./a.tgz')).toBe('./a.tgz');
});

test('output of a server is neither a command for the runner nor Markdown in the summary', async () => {
  const hostile = 'mistake\r::error::a\n::stop-commands::b\n```\n# c';
  const folder = await folderOf({
    said: hostile,
    node: '#!/bin/sh\ncat "$(dirname "$0")/said" >&2\nexit 2\n',
  });
  await chmod(path.join(folder, 'node'), 0o755);
  const asked = { NODE: path.join(folder, 'node'), LIB: folder, OUT: folder, WORKERS: '1', SERVER: 'mine' };
  const { exitCode, log, summary } = await runStep(await stepOf('replay'), folder, asked);
  expect(exitCode).toBe(2);
  const [, token = ''] = /^::stop-commands::([0-9a-f-]{36})$/m.exec(log) ?? [];
  const [before, rest = ''] = log.split(`::stop-commands::${token}\n`);
  const [inside, after] = rest.split(`\n::${token}::\n`);
  expect([before, inside]).toEqual(['', hostile]);
  expect(after).toBe('::error title=contract-bench::mistake%0D::error::a%0A::stop-commands::b%0A```%0A# c');
  expect(summary.match(/```/g)).toHaveLength(2);
});

/** A repository that has its server's recordings. */
let caller = '';
let temporary = '';
let tarball = '';

if (isLong) {
  describe('every step of the action', () => {
    const serverCommand = `node ${thisProject.root}/node_modules/@playwright/mcp/cli.js --cdp-endpoint {endpoint}`;
    let before: Record<string, string>;
    let ok: Awaited<ReturnType<typeof runAction>>;
    let wrong: Awaited<ReturnType<typeof runAction>>;

    beforeAll(async () => {
      temporary = await folderOf();
      tarball = await packTarball();
      const recorded = path.join(thisProject.root, 'transcripts', 'playwright');
      caller = await folderOf({
        'package.json': '{ "name": "a-server" }',
        'bench/example-h1.jsonl': await readFile(path.join(recorded, 'example-h1.jsonl'), 'utf8'),
      });
      await gitAs(caller, 'init', '--quiet');
      await commitAll(caller, 'a server');
      before = await treeOf(caller);
      ok = await runAction({ 'server-command': serverCommand, server: 'mine' });
      wrong = await runAction({ server: 'playwright', task: '$(touch stolen); "' });
    });

    test('another repository runs the gate on its own server, without changes to its files', async () => {
      const { ends, report } = ok;
      expect(ends.map(({ exitCode, log }) => ({ exitCode, log: exitCode === 0 ? '' : log }))).toEqual(
        ends.map(() => ({ exitCode: 0, log: '' })),
      );
      expect(ends.at(-1)?.outputs).toEqual({ passed: '1', total: '1' });
      expect(ends.at(-1)?.summary).toContain('**1 of 1 passed**');
      expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ server: { id: 'mine' } });
      expect(await treeOf(caller)).toEqual(before);
      expect(await gitAs(caller, 'status', '--porcelain', '--ignored')).toBe('');
    });

    test('the recordings of a listed server are replayed on one of another name', async () => {
      const { ends } = await runAction({
        ...{ 'server-command': serverCommand, server: 'mine', transcripts: '', recordings: 'playwright' },
        task: 'example-h1,fixture-dom-count',
      });
      expect(ends.at(-1)?.outputs).toEqual({ passed: '2', total: '2' });
    });

    test('a budget fails the last step, or passes it', async () => {
      const own = { 'server-command': serverCommand, server: 'mine' };
      const small = await runAction({ ...own, 'max-tool-tokens': '10', 'max-answer-ratio': '0.01' });
      expect(small.ends.at(-1)?.exitCode).toBe(1);
      expect(small.ends.at(-1)?.summary).toMatch(/Failed: .*tool list/);
      expect(small.ends.at(-1)?.log).toMatch(/--max-tool-tokens is 10\n.*--max-answer-ratio is 0\.01/);
      const large = await runAction({ ...own, 'max-tool-tokens': '100000', 'max-answer-ratio': '10' });
      expect(large.ends.at(-1)?.outputs).toEqual({ passed: '1', total: '1' });
    });

    test('invalid inputs end the step, and so does text that a shell would run', async () => {
      const { ends } = wrong;
      const last = ends.at(-1);
      expect(last?.exitCode).toBe(2);
      expect(last?.log).toMatch(
        /^::error title=contract-bench::--task: unknown task "\$\(touch stolen\); "/m,
      );
      expect(last?.summary).toContain('--task: unknown task');
      expect(await readdir(caller)).not.toContain('stolen');
    });
  });
}

/** Every step in its order until one fails, in the folder of the calling repository. */
async function runAction(inputs: Record<string, string>): Promise<{ ends: StepEnd[]; report: string }> {
  const given: Record<string, string> = {
    ...{ package: tarball, suite: 'fixtures', task: 'example-h1', transcripts: 'bench', workers: '1' },
    ...inputs,
  };
  const outputs: Record<string, string> = {};
  const ends: StepEnd[] = [];
  for (const step of await actionSteps()) {
    if (step.run === undefined) continue;
    const env = Object.fromEntries(
      Object.entries(step.env).map(([name, text]) => [name, givenFor(text, given, outputs)]),
    );
    const end = await runStep(step, caller, { ...networkEnv(), ...env });
    for (const [name, value] of Object.entries(end.outputs))
      outputs[`steps.${step.id}.outputs.${name}`] = value;
    ends.push(end);
    if (end.exitCode !== 0) break;
  }
  return { ends, report: path.join(temporary, 'contract-bench', 'report.json') };
}

/** The few expressions that the action has. */
function givenFor(text: string, inputs: Record<string, string>, outputs: Record<string, string>): string {
  return text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    if (expression === 'github.action_path') return thisProject.root;
    if (expression === 'runner.temp') return temporary;
    if (expression.startsWith('inputs.out ||')) return path.join(temporary, 'contract-bench');
    const input = /^inputs\.([\w-]+)$/.exec(expression)?.[1];
    const value = input === undefined ? outputs[expression] : (inputs[input] ?? '');
    if (value === undefined) throw new Error(`what would GitHub make of ${text}?`);
    return value;
  });
}

/** Every file below a folder with the digest of its content, those of git too. */
async function treeOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [
        path.relative(folder, file),
        createHash('sha256')
          .update(await readFile(file))
          .digest('hex'),
      ]),
    ),
  );
}
