import path from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, leaksIn, leakySite, secrets } from '../leaky-site.ts';
import { standInApi } from '../model-apis/stand-in-api.ts';
import { cleanEnv, scratchProject } from '../scratch-project.ts';

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
  const { stdout, stderr, exitCode } = await project.harness(
    ['--adapter', 'claude', '--tasks', tasks, '--web-root', web, '--out', 'secrets', '--record', '--verbose'],
    { env: { ...cleanEnv(), ...api.env, ANTHROPIC_API_KEY: secrets.key } },
  );
  expect(stdout).toMatch(/passed {2}login/);
  // It passed, and what --record asked for is not there.
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /not recorded {2}login: call 2 \(browser_type\) holds a secret in its argument text;/,
  );
  expect(stdout).toMatch(/^results: nothing appended \(the pages of --web-root are those of no commit\)$/m);
  const below = ['secrets', 'transcripts', 'results'].map((name) => path.join(project.folder, name));
  const files = await filesBelow(...below);
  expect([...files.keys()].some((file) => file.endsWith('login.review.md'))).toBe(true);
  expect(leaksIn(files)).toEqual([]);
  expect(`${stdout}${stderr}`).not.toContain(secrets.key);
  const events = [...files].find(([file]) => /events\/.*\.jsonl$/.test(file))?.[1] ?? '';
  for (const kind of ['key', 'bearer', 'cookie', 'password']) expect(events).toContain(`[redacted:${kind}]`);
});
