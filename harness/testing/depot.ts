import path from 'node:path';
import { folderOf } from './folder-of.ts';
import type { ScratchProject } from './scratch-project.ts';
import { signInTask } from './sign-in-task.ts';

const depot = signInTask('depot-slot', 'depot', 'Sign in to the depot as ada with the password apple-pie-7.');
/** The depot: a form to sign in to, and what is behind it. */
export const depotPages = {
  'depot.fixture.test/index.html':
    '<form action="/in"><input name="user"><input type="text" name="password"><input type="password" name="again"><button>Go</button></form>',
  'depot.fixture.test/in.html': '<h1>Welcome</h1>',
};

export const call = (tool: string, args: object) => JSON.stringify({ tool, args });
export const typed = (target: string, text: string, submit = false) =>
  call('browser_type', { element: 'Password', target, text, submit });

/** The words that play these calls on this web, and those that play them again by their recording. */
export async function depotRun(web: Record<string, string>, calls: string[]) {
  const folder = await folderOf({
    'tasks/depot-slot.md': depot,
    'calls.jsonl': calls.join('\n'),
    'kept/.keep': '',
    ...Object.fromEntries(Object.entries(web).map(([name, text]) => [`web/${name}`, text])),
    'web/other.test/index.html': '',
  });
  const at = (name: string) => path.join(folder, name);
  const own = ['--tasks', at('tasks'), '--web-root', at('web'), '--transcripts', at('kept')];
  const replay = [...own, '--no-save', '--out', at('out')];
  return { replay, words: [...replay, '--adapter', 'script', '--script', at('calls.jsonl')] };
}

/** How a run of these calls ends; `again` plays its recording. */
export async function playDepot(
  project: ScratchProject,
  web: Record<string, string>,
  calls: string[],
  ...flags: string[]
) {
  const { words, replay } = await depotRun(web, calls);
  return { ...(await project.harness([...words, ...flags])), again: () => project.harness(replay) };
}

/** Signs in with the password of the goal. */
export const signIn = [
  typed('input[name=password]', 'apple-pie-7'),
  typed('input[name=again]', 'apple-pie-7', true),
  call('browser_snapshot', {}),
];
