import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../folder-of.ts';
import { guestFlags } from '../guests/guest-flags.ts';
import { filesBelow, leaksIn, leakySite, secrets } from '../leaky-site.ts';
import { standInApi } from '../model-apis/stand-in-api.ts';
import { runTogether } from '../run-together.ts';

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
  expect(ended?.stdout).toMatch(/passed {2}login/);
  // It passed, and what --record asked for is not there.
  expect(ended?.exitCode).toBe(1);
  expect(ended?.stdout).toMatch(
    /not recorded {2}login: call 2 \(run\) holds a secret in its argument script;/,
  );
  const files = await filesBelow(out);
  expect([...files.keys()].some((file) => file.endsWith('login.review.md'))).toBe(true);
  expect(leaksIn(files)).toEqual([]);
  expect(`${ended?.stdout}${ended?.stderr}`).not.toContain(secrets.key);
  const events = [...files].find(([file]) => /events\/.*\.jsonl$/.test(file))?.[1] ?? '';
  for (const kind of ['key', 'bearer', 'cookie', 'password']) expect(events).toContain(`[redacted:${kind}]`);
});
