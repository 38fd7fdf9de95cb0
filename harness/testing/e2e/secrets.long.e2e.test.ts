import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import type { Ended } from '../command-process.ts';
import { folderOf } from '../folder-of.ts';
import { guestFlags } from '../guests/guest-flags.ts';
import { filesBelow, leaksIn, leakySite, secrets } from '../leaky-site.ts';
import { standInApi } from '../model-apis/stand-in-api.ts';
import { runTogether } from '../run-together.ts';
import { cleanEnv, scratchProject } from '../scratch-project.ts';

test('no secret is in any artefact, and an episode that typed a password is not recorded', async () => {
  const { tasks, web } = await leakySite();
  const out = await folderOf();
  const read = { tool: 'run', args: { script: 'document.body.innerText' } };
  const value = JSON.stringify(secrets.password);
  const script = `document.querySelector('input').value = ${value}; document.querySelector('form').requestSubmit()`;
  const api = await standInApi(({ number }) => {
    if (number === 2)
      return { text: `I type ${secrets.password}.`, calls: [{ tool: 'run', args: { script } }] };
    return number < 4 ? { calls: [read] } : { text: 'In.' };
  });
  const flags = ['--adapter', 'claude', '--tasks', tasks, '--web-root', web, '--no-save', '--verbose'];
  const recording = ['--record', '--transcripts', path.join(out, 'recorded')];
  const [ended] = await runTogether(
    { folder: thisProject.root },
    [[...flags, ...guestFlags(), ...recording, '--out', path.join(out, 'secrets')]],
    { ...api.env, ANTHROPIC_API_KEY: secrets.key },
  );
  if (!ended) throw new Error('nothing ended');
  await expectNoLeak(ended, 'call 2 (run) holds a secret in its argument script;', [out]);
});

describe('on a server of the project', () => {
  test('no secret is in any artefact, and an episode that typed a password is not recorded', async () => {
    const project = await scratchProject();
    const { tasks, web } = await leakySite();
    const api = await standInApi(({ number, answers }) => {
      // The element is named by a reference alone: nothing in the call says that it takes a password.
      const target = /textbox.*?\[ref=(\w+)\]/.exec(answers[0] ?? '')?.[1] ?? 'none';
      if (number === 1) return { calls: [{ tool: 'browser_snapshot', args: {} }] };
      if (number === 2)
        return {
          text: `I type ${secrets.password}.`,
          calls: [{ tool: 'browser_type', args: { target, text: secrets.password, submit: true } }],
        };
      return number === 3 ? { calls: [{ tool: 'browser_snapshot', args: {} }] } : { text: 'In.' };
    });
    const ended = await project.harness(
      [
        '--adapter',
        'claude',
        '--tasks',
        tasks,
        '--web-root',
        web,
        '--out',
        'secrets',
        '--record',
        '--verbose',
      ],
      { env: { ...cleanEnv(), ...api.env, ANTHROPIC_API_KEY: secrets.key } },
    );
    expect(ended.stdout).toMatch(
      /^results: nothing appended \(the pages of --web-root are those of no commit\)$/m,
    );
    const below = ['secrets', 'transcripts', 'results'].map((name) => path.join(project.folder, name));
    await expectNoLeak(ended, 'call 2 (browser_type) holds a secret in its argument text;', below);
  });
});

/** The login passed and was not recorded; no secret is in these folders or in what was said. */
async function expectNoLeak(
  { stdout, stderr, exitCode }: Ended,
  why: string,
  folders: string[],
): Promise<void> {
  expect(stdout).toMatch(/passed {2}login/);
  // It passed, and what --record asked for is not there.
  expect(exitCode).toBe(1);
  expect(stdout).toContain(`not recorded  login: ${why}`);
  const files = await filesBelow(...folders);
  expect([...files.keys()].some((file) => file.endsWith('login.review.md'))).toBe(true);
  expect(leaksIn(files)).toEqual([]);
  expect(`${stdout}${stderr}`).not.toContain(secrets.key);
  const events = [...files].find(([file]) => /events\/.*\.jsonl$/.test(file))?.[1] ?? '';
  for (const kind of ['key', 'bearer', 'cookie', 'password']) expect(events).toContain(`[redacted:${kind}]`);
}
