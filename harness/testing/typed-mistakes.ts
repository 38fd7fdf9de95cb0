import { expect } from 'vitest';
import type { Ended } from './command-process.ts';
import type { ScratchProject } from './scratch-project.ts';

/** What is typed, what is found wrong with it, what is allowed in its place. */
type Mistake = [words: string[], found: RegExp, allowed: RegExp];

export const mistakes: readonly Mistake[] = [
  [['--nope'], /unknown option '--nope'/, /^see npm run harness -- run --help$/m],
  [['--tsak', 'x'], /unknown option '--tsak'/, /Did you mean .*--task/],
  [['audits'], /unknown command "audits"/, /doctor/],
  [['--suite', 'none'], /unknown suite "none"/, /webvoyager, fixtures/],
  [['--task', 'none'], /unknown task "none"/, /there are \d+, which npm run harness -- list tasks lists/],
  [['--task', 'exmple-h1'], /unknown task "exmple-h1"/, /did you mean example-h1\?/],
  [['--server', 'none'], /unknown server "none"/, /playwright/],
  [['--adapter', 'none'], /unknown adapter "none"/, /replay, script, oracle, random, keyword, labels, noop/],
  [['--reporter', 'nope'], /unknown reporter "nope"/, /list, dots, github, junit, json/],
  [['--web', 'none'], /--web: found "none"/, /hermetic, live/],
  [['--max-steps', '101'], /found "101"/, /from 1 to 100/],
  [['--max-steps', '1.5'], /found "1.5"/, /whole number/],
  [['--trials', '0'], /found "0"/, /from 1/],
  [['--sha', 'HEAD'], /--sha: found "HEAD"/, /hexadecimal/],
  [['--adapter', 'script'], /needs --script/, /"tool"/],
  [['--resume', 'none'], /no run "none"/, /results/],
  [['--tasks', 'nowhere'], /nowhere does not exist/, /folder/],
  [['--web-root', 'nowhere'], /nowhere/, /web root must be a folder/],
  [['--server-command', 'server', '--server-id', 'x'], /no \{endpoint\}, \{port\} or \{chromium\}/, /attach/],
  [['--agent', 'none'], /unknown agent "none"/, /claude-code, codex/],
  [['--agent-id', 'x'], /--agent-id/, /found none/],
  [['--agent', 'codex', '--adapter', 'noop'], /--adapter noop and --agent/, /choose one/],
  [['--door', 'acp'], /--door/, /found none/],
  [['--agent-command', 'x', '--agent-id', 'x', '--door', 'back'], /--door: found "back"/, /mcp, cdp, acp/],
  [
    ['--agent-command', 'x', '--agent-id', 'x', '--door', 'cdp', '--record'],
    /--record: found an agent/,
    /no calls/,
  ],
];

/** Commands that help is asked for. */
export const helped: string[][] = [
  [],
  ['run'],
  ['start'],
  ['bench', 'episode'],
  ['check'],
  ['doctor'],
  ['list', 'tasks'],
  ['verify'],
  ['servers', 'diff'],
  ['new', 'task'],
];

/** Each mistake is told with what there is, and each of these commands has help. */
export async function expectToldAndHelped(
  project: ScratchProject,
  wrong: readonly Mistake[],
  asked: readonly string[][],
): Promise<void> {
  const ended: Ended[] = [];
  for (const words of [...wrong.map(([words]) => words), ...asked.map((words) => [...words, '--help'])])
    ended.push(await project.harness(words));
  for (const [nth, [words, found, allowed]] of wrong.entries()) {
    expect(ended[nth]?.stderr, words.join(' ')).toMatch(found);
    expect(ended[nth]?.stderr, words.join(' ')).toMatch(allowed);
    expect([words, ended[nth]]).toMatchObject([words, { exitCode: 2, stdout: '' }]);
  }
  for (const [nth, words] of asked.entries())
    expect([words, ended[wrong.length + nth]]).toMatchObject([
      words,
      { exitCode: 0, stdout: expect.stringMatching(/^Usage: harness/) },
    ]);
}
