import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { killGroup } from '../../platform/process/kill-group.ts';
import { markVariable } from '../../platform/process/mark.ts';
import { type Attempt, excerpt } from './attempt.ts';
import { CappedOutput } from './capped-output.ts';

export const attemptVariable = 'SKILLVAULT_BENCH_ATTEMPT_ID';

export type CommandAttempt = {
  command: string;
  folder: string;
  temporary: string;
  timeoutMs: number;
  /** Unique on the machine: what left the group is found by it. */
  attemptId: string;
  /** Carried too, so that nothing outlives a harness that is killed. */
  runMark: string;
  /** `SKILLVAULT_BENCH_*` without the prefix. */
  variables: Record<string, string>;
  signal: AbortSignal;
};

/** What is left in the pipes of a command that has exited. */
const drainLimitMs = 50;

/**
 * Runs a command as `sh -c` in a group of its own. Its exit decides and not the end of its pipes; then, or at the end
 * of its time, the whole group is killed. Children that left the group are for the caller to end.
 */
export async function verifyByCommand(attempt: CommandAttempt): Promise<Omit<Attempt, 'durationMs'>> {
  const { command, folder, temporary, timeoutMs, attemptId, runMark, variables, signal } = attempt;
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited(),
      TMPDIR: temporary,
      ...Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [`SKILLVAULT_BENCH_${name}`, value]),
      ),
      [attemptVariable]: attemptId,
      [markVariable]: runMark,
    },
  });
  const stdout = new CappedOutput(child.stdout);
  const stderr = new CappedOutput(child.stderr);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = () => child.pid !== undefined && killGroup(child.pid);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  try {
    const exit = await new Promise<{ code: number | null; by: NodeJS.Signals | null } | Error>((resolve) => {
      child.once('exit', (code, by) => resolve({ code, by }));
      child.once('error', resolve);
    });
    if (exit instanceof Error)
      return { passed: false, exitCode: null, category: 'execution_error', message: exit.message };
    end();
    await Promise.race([closed, delay(drainLimitMs, undefined, { ref: false })]);
    const out = stdout.text();
    const [shownOut, shownErrors] = [excerpt(out), excerpt(stderr.text())];
    const excerpts = {
      ...(shownOut !== undefined && { stdout: shownOut }),
      ...(shownErrors !== undefined && { stderr: shownErrors }),
    };
    if (timedOut) {
      const message = `verifier timed out after ${timeoutMs}ms`;
      return { passed: false, exitCode: null, category: 'timeout', message, ...excerpts };
    }
    if (exit.code === 0) return { passed: true, exitCode: 0, category: 'none', ...excerpts };
    const said = verifierJson(out);
    return {
      passed: false,
      exitCode: exit.code ?? 1,
      category: said?.category ?? 'verification_failed',
      message:
        said?.message ??
        excerpts.stderr ??
        (exit.by ? `verifier was ended by ${exit.by}` : `verifier exited with code ${exit.code}`),
      ...excerpts,
    };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** What a verifier may know of our environment. */
function inherited(): Record<string, string> {
  return Object.fromEntries(
    ['PATH', 'HOME', 'LANG'].flatMap((name) => (process.env[name] ? [[name, process.env[name] ?? '']] : [])),
  );
}

/** The first JSON object that names a category or has a message: the whole output, then its lines from the last. */
function verifierJson(output: string): { category?: string; message?: string } | null {
  const lines = output.split('\n').map((line) => line.trim());
  for (const candidate of [output.trim(), ...lines.reverse()]) {
    if (!candidate.startsWith('{')) continue;
    try {
      const { error_category: category, message } = JSON.parse(candidate);
      const named = typeof category === 'string' && /^[a-z0-9_]+$/.test(category) && category !== 'none';
      if (named || typeof message === 'string')
        return { ...(named && { category }), ...(typeof message === 'string' && { message }) };
    } catch {
      // No JSON: the next line.
    }
  }
  return null;
}
