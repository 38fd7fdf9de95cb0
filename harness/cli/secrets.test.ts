import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { standInApi } from '../stand-ins/stand-in-api.ts';
import { folderOf } from '../testing/folder-of.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../testing/scratch-project.ts';

let project: ScratchProject;
/** A task to log in, and a site that says more than it should. */
let tasks: string;
let web: string;

const secrets = {
  key: 'sk-ant-stand-in-0123456789',
  bearer: 'tok_9f8e7d6c5b4a39281706',
  cookie: 'sid=c00k1e-of-the-session',
  password: 'correct-horse-7',
};

beforeAll(async () => {
  project = await scratchProject();
  tasks = await folderOf({
    'login.md': `---
id: login
title: Log in
goal: 'Log in.'
startUrl: https://login.fixture.test/
judge: end
verify: live
maxSteps: 10
maxDurationMs: 60000
success:
  kind: and
  children:
    - { kind: url, pattern: '^https://login\\.fixture\\.test/in' }
    - { kind: dom_text, selector: 'body', contains: 'Welcome' }
---
why
`,
  });
  const leaky = `<p>authorization: Bearer ${secrets.bearer}<p>set-cookie: ${secrets.cookie}<p>${secrets.key}`;
  web = await folderOf({
    'login.fixture.test/index.html': `<form action="/in" method="get"><input type="password" name="w"><button>Go</button></form>${leaky}`,
    'login.fixture.test/in.html': `<h1>Welcome</h1>${leaky}`,
  });
});

async function filesBelow(...folders: string[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const name of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (name.isFile()) {
        const file = path.join(name.parentPath, name.name);
        files.set(file, await readFile(file, 'latin1'));
      }
  }
  return files;
}

test('no secret is in any artefact, and an episode that typed a password is not recorded', async () => {
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
  const leaks = Object.entries(secrets).flatMap(([kind, secret]) =>
    [...files].filter(([, text]) => text.includes(secret)).map(([file]) => `${kind} in ${file}`),
  );
  expect(leaks).toEqual([]);
  expect(`${stdout}${stderr}`).not.toContain(secrets.key);
  const events = [...files].find(([file]) => /events\/.*\.jsonl$/.test(file))?.[1] ?? '';
  for (const kind of ['key', 'bearer', 'cookie', 'password']) expect(events).toContain(`[redacted:${kind}]`);
});
