import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../folder-of.ts';
import { guestFlags } from '../guests/guest-flags.ts';
import { filesBelow } from '../leaky-site.ts';
import { standInApi } from '../model-apis/stand-in-api.ts';
import { ownProject, runIn } from '../own-project.ts';
import { runTogether } from '../run-together.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';
import { isLong } from '../sized.ts';

const key = 'sk-ant-only-here-0123456789abcdef';
const task = ['--task', 'task-01-example-com-title'];

test('a refusal that echoes the key is said without it and ends the run', async () => {
  const out = await folderOf();
  const api = await standInApi(() => ({ status: 401, message: `no such key: ${key}` }));
  const flags = ['--adapter', 'claude', ...task, ...guestFlags()];
  const [ended] = await runTogether(
    { folder: thisProject.root },
    [[...flags, '--no-save', '--verbose', '--out', out]],
    { ...api.env, ANTHROPIC_API_KEY: key },
  );
  expect(ended?.stdout).toContain('the rest was not scheduled: 401');
  expect(`${ended?.stdout}${ended?.stderr}`).not.toContain(key);
  const files = await filesBelow(out);
  expect(files.size).toBeGreaterThan(0);
  expect([...files].filter(([, text]) => text.includes(key)).map(([file]) => file)).toEqual([]);
  expect(ended?.exitCode).toBe(3);
});

test('a cap, a folder for recorded requests and a file of a key that will not do are mistakes', async () => {
  const { folder, at, own } = await ownProject();
  await writeFile(at('open'), `${key}\n`, { mode: 0o644 });
  const mistakes: [Record<string, unknown>, RegExp][] = [
    [{ maxUsd: 2 }, /--max-usd 2: above 0\.5 it needs --max-usd-total/],
    [{ recordModel: true, out: at('results/here') }, /allowed is no folder below results/],
    [{ keyFile: at('nowhere') }, /--key-file .*nowhere: cannot be read \(ENOENT\)/],
    [{ keyFile: at('open') }, /others may read or change it \(mode 644\); allowed is 600 or 400/],
  ];
  for (const [flags, says] of mistakes)
    await expect(runIn(folder, 'run', { ...own, adapter: 'claude', ...flags })).rejects.toThrow(says);
});

if (isLong) {
  describe('in a copy of the project', () => {
    let project: ScratchProject;

    beforeAll(async () => {
      project = await scratchProject();
    });

    test('a refusal that echoes the key is said without it, ends the run, and nothing is saved', async () => {
      const api = await standInApi(() => ({ status: 401, message: `no such key: ${key}` }));
      const { stdout, stderr, exitCode } = await project.harness(
        ['--adapter', 'claude', ...task, '--out', 'echo', '--verbose'],
        { env: { ...cleanEnv(), ...api.env, ANTHROPIC_API_KEY: key } },
      );
      expect(stdout).toContain('the rest was not scheduled: 401');
      expect(`${stdout}${stderr}`).not.toContain(key);
      expect(await filesWith(project, key)).toEqual([]);
      expect(exitCode).toBe(3);
      await expect(project.results()).rejects.toThrow(/ENOENT/);
    });

    test('user and password of an address are in no artefact and no line, though nobody answers there', async () => {
      const env = {
        ...cleanEnv(),
        OPENCHROME_BENCH_REAL: '1',
        ANTHROPIC_API_KEY: key,
        ANTHROPIC_BASE_URL: 'http://user:s3cretpassw0rd@127.0.0.1:9',
      };
      const { stdout, stderr, exitCode } = await project.harness(
        ['--adapter', 'claude', ...task, '--out', 'nobody'],
        { env },
      );
      expect(stdout).toContain('the API cannot be reached');
      expect(`${stdout}${stderr}`).not.toContain('s3cretpassw0rd');
      expect(await filesWith(project, 's3cretpassw0rd')).toEqual([]);
      expect(exitCode).toBe(3);
      await expect(project.results()).rejects.toThrow(/ENOENT/);
    });

    test('a key from a file reaches the API alone, and recorded requests are for the user alone', async () => {
      const file = path.join(await folderOf({ key: `${key}\n` }), 'key');
      await chmod(file, 0o644);
      const { ANTHROPIC_BASE_URL = '' } = (await standInApi(() => ({ status: 404 }))).env;
      const env = { ...cleanEnv(), OPENCHROME_BENCH_REAL: '1' };
      const flags = ['--adapter', 'claude', ...task, '--out', 'file', '--key-file', file, '--record-model'];
      const open = await project.harness(flags, { env: { ...env, ANTHROPIC_BASE_URL } });
      expect(open.stderr).toMatch(/others may read or change it \(mode 644\); allowed is 600 or 400/);
      expect(open.exitCode).toBe(2);
      await chmod(file, 0o600);
      const api = await standInApi(({ number }) => {
        if (number > 1) return { calls: [{ tool: 'done', args: { success: false } }] };
        return { text: `my key is ${key}`, calls: [{ tool: 'browser_snapshot', args: {} }] };
      });
      const { exitCode } = await project.harness(flags, {
        env: { ...env, ANTHROPIC_BASE_URL: api.env.ANTHROPIC_BASE_URL ?? '' },
      });
      expect(exitCode).toBe(0);
      expect(api.requests.map(({ headers }) => headers['x-api-key'])).toEqual([key, key]);
      expect(await filesWith(project, key)).toEqual([]);
      const recorded = path.join(project.folder, 'file', 'model', 'task-01-example-com-title.jsonl');
      const lines = (await readFile(recorded, 'utf8')).trim().split('\n');
      expect(lines).toHaveLength(2);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ path: '/v1/messages', status: 200 });
      const { mode } = await stat(recorded);
      expect(mode & 0o077).toBe(0);
    });

    test('a cap, a folder for recorded requests and a file of a key that will not do are mistakes', async () => {
      const open = path.join(await folderOf({ key: `${key}\n` }), 'key');
      await chmod(open, 0o644);
      const mistakes: [string[], RegExp][] = [
        [['--max-usd', '2'], /--max-usd 2: above 0\.5 it needs --max-usd-total/],
        [['--record-model', '--out', 'results/here'], /allowed is no folder below results/],
        [['--key-file', 'nowhere'], /--key-file nowhere: cannot be read \(ENOENT\)/],
        [['--key-file', open], /others may read or change it \(mode 644\); allowed is 600 or 400/],
      ];
      const commandLines = mistakes.map(([flags]) => ['--adapter', 'claude', ...task, ...flags]);
      expect(await runTogether(project, commandLines)).toMatchObject(
        mistakes.map(([, says]) => ({ exitCode: 2, stderr: expect.stringMatching(says) })),
      );
    });
  });
}

/** Of what runs wrote or changed in a copy that is a git checkout, the files that hold the secret. */
async function filesWith({ folder }: ScratchProject, secret: string): Promise<string[]> {
  const { stdout } = await execa('git', ['ls-files', '-z', '--others', '--modified'], {
    cwd: folder,
  });
  const names = stdout.split('\0').filter((name) => name !== '' && name !== 'node_modules');
  expect(names.length).toBeGreaterThan(0);
  const holds = async (name: string) => (await readFile(path.join(folder, name), 'latin1')).includes(secret);
  const found = await Promise.all(names.map(async (name) => ((await holds(name)) ? [name] : [])));
  return found.flat();
}
