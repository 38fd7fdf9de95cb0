import { expect, test } from 'vitest';
import { findServer } from '../servers/index.ts';
import { parseWalkthrough } from '../task/walkthroughs/read-walkthrough.ts';
import { webOf } from '../testing/folder-of.ts';
import { guestServer } from '../testing/guests/guest-server.ts';
import { play } from '../testing/play.ts';
import { noOptions } from './adapter.ts';
import { oracle } from './oracle.ts';

const page = `<title>Kit</title><h1>Kit</h1><form method="get">
<article aria-label="Ridge 2"><h2>Ridge 2</h2><button formaction="/2.html">Add</button></article>
<article aria-label="Ridge 3"><h2>Ridge 3</h2><button formaction="/3.html">Add</button></article>
<label>Name <input name="for"></label>
</form>`;

const success = { kind: 'url' as const, pattern: '^https://a\\.test/3\\.html\\?for=Ada$' };

async function played(walkthrough: string) {
  const steps = parseWalkthrough('walk.yaml', walkthrough);
  const adapter = await oracle.make({ ...noOptions, walkthrough: async () => steps });
  const web = await webOf({ 'a.test/index.html': page, 'a.test/3.html': '<h1>Ridge 3 is yours</h1>' });
  return play({ web, success, adapter, server: findServer('playwright') });
}

test('a walkthrough is played by what the answers name, and recorded so that a replay takes it from its own answers', async () => {
  const { result, transcript } = await played(`- fill: { label: Name, text: Ada }
- click: { role: button, name: Add, within: { role: article, name: Ridge 3 } }
- wait: Ridge 3 is yours`);
  expect(result).toMatchObject({ status: 'passed', selfReport: true });
  expect(transcript?.calls.map(({ tool }) => tool)).toEqual([
    'browser_snapshot',
    'browser_type',
    'browser_snapshot',
    'browser_click',
    'browser_wait_for',
  ]);
  expect(transcript?.calls[1]?.args).toEqual({
    target: { $answer: 1, find: expect.stringContaining('textbox "Name"') },
    text: 'Ada',
  });
  expect(transcript?.calls[3]?.args).toEqual({
    target: { $answer: 3, find: expect.stringContaining('{1}- button "Add"') },
  });
});

test('a step that finds two elements ends the episode, and says which step and what was offered', async () => {
  const { result } = await played('- fill: { label: Name, text: Ada }\n- click: { role: button, name: Add }');
  expect(result).toMatchObject({
    status: 'adapter_error',
    error: 'step 2 (click): button "Add": found 2; offered were button "Add", button "Add"',
  });
});

test('a server without a dialect and a task without a walkthrough are named before anything is played', async () => {
  const { missing } = await oracle.make({ ...noOptions, walkthrough: async () => null });
  const task = { id: 'x' } as Parameters<NonNullable<typeof missing>>[0];
  expect(await missing?.(task, guestServer())).toMatch(/^there is no dialect of /);
  expect(await missing?.(task, findServer('playwright'))).toBe('there is no walkthrough of it');
});
