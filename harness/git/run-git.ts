import { execa } from 'execa';

type GitEnd = { ok: boolean; stdout: string; stderr: string };

type GitOptions = {
  input?: string | Buffer;
  env?: Record<string, string>;
  /** Every byte of the output counts: its last newline is kept. */
  whole?: boolean;
};

/** Git in one checkout. */
export type Git = {
  /** Whatever it ends with. */
  attempt(args: readonly string[], options?: GitOptions): Promise<GitEnd>;
  /** Its output. Throws where it fails. */
  run(args: readonly string[], options?: GitOptions): Promise<string>;
};

/** Asks nothing on a terminal, speaks English (its answers are read), and tidies nothing up on the side. */
export function gitIn(folder: string): Git {
  const attempt: Git['attempt'] = async (args, { input, env = {}, whole = false } = {}) => {
    const quiet = ['-c', 'gc.auto=0', '-c', 'maintenance.auto=false'];
    const { failed, stdout, stderr } = await execa('git', [...quiet, ...args], {
      cwd: folder,
      reject: false,
      stripFinalNewline: !whole,
      env: { LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', ...env },
      ...(input === undefined ? { stdin: 'ignore' } : { input }),
    });
    return { ok: !failed, stdout, stderr };
  };
  return {
    attempt,
    run: async (args, options) => {
      const { ok, stdout, stderr } = await attempt(args, options);
      if (!ok) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
      return stdout;
    },
  };
}
