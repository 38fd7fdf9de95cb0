import type { RunningAgent } from './start-agent.ts';

/** The mistakes of nearly everybody's first line. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /not found|no such file|cannot find|can't open|ENOENT/i,
    ' (it runs in an empty folder of its own: its line names files by absolute paths)',
  ],
  [
    /read-only file system|EROFS|permission denied/i,
    ' (only its own folder, HOME and TMPDIR can be written to)',
  ],
];

/** The end of what an agent printed. */
export function saidLast(agent: RunningAgent): string {
  const lines = `${agent.output()}\n${agent.errors()}`.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-3).join(' | ').slice(-400) || 'it said nothing';
}

/** What often helps where that is what went wrong; else nothing. */
export function hintFor(said: string): string {
  return hints.find(([words]) => words.test(said))?.[1] ?? '';
}
