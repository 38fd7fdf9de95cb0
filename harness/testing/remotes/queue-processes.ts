import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { Run } from '../../results/records/result.ts';
import { cleanEnv, type ScratchProject } from '../scratch-project.ts';

export type QueueProcess = {
  pid: number;
  /** What it has said so far. */
  said(): string;
  /** Resolves when it has said these words so many times. */
  until(words: string, times: number, limitMs?: number): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Its exit code, and what it printed. */
  ended: Promise<{ exitCode: number; stdout: string; stderr: string }>;
};

/** `enqueue` or `work` of a copy of the project, in the background; killed with the test where it still runs. */
export function startQueueProcess(
  project: ScratchProject,
  args: string[],
  env: Record<string, string> = {},
): QueueProcess {
  const child = execa(process.execPath, ['harness/cli/main.ts', ...args], {
    cwd: project.folder,
    reject: false,
    stdin: 'ignore',
    extendEnv: false,
    env: { ...cleanEnv(), ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  const ended = child.then(({ exitCode = -1, stdout, stderr }) => ({
    exitCode,
    stdout: String(stdout),
    stderr: String(stderr),
  }));
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    pid: child.pid ?? -1,
    said: () => text,
    until: async (words, times, limitMs = 120_000) => {
      const end = performance.now() + limitMs;
      while (text.split(words).length <= times) {
        if (performance.now() > end) throw new Error(`not said in ${limitMs} ms: ${words}\n${text}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
    ended,
  };
}

/** The runs that the copy has appended for its commit. */
export async function storedRuns(project: ScratchProject): Promise<Run[]> {
  const { runs } = (await project.results()) as { runs: unknown[] };
  return runs.map((run) => Run.parse(run));
}

/** The episodes of a run as `task trial`; each must be there once. */
export function playedOnce(run: Run): string[] {
  const keys = run.episodes.map(({ taskId, trial }) => `${taskId} ${trial}`);
  if (new Set(keys).size !== keys.length)
    throw new Error(`an episode is there twice: ${keys.sort().join(', ')}`);
  return keys;
}
