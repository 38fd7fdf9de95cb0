import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../folder-of.ts';
import { guestFlags } from '../guests/guest-flags.ts';
import { filesBelow } from '../leaky-site.ts';
import { standInApi } from '../model-apis/stand-in-api.ts';
import { ownProject, runIn } from '../own-project.ts';
import { runTogether } from '../run-together.ts';

const key = 'sk-ant-only-here-0123456789abcdef';

test('a refusal that echoes the key is said without it and ends the run', async () => {
  const out = await folderOf();
  const api = await standInApi(() => ({ status: 401, message: `no such key: ${key}` }));
  const flags = ['--adapter', 'claude', '--task', 'task-01-example-com-title', ...guestFlags()];
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
