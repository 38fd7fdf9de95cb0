import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../platform/errors/user-error.ts';
import { type Claim, livingClaims, makeClaim, withdraw } from '../../platform/files/claim.ts';

/**
 * Runs `action`, which must be synchronous, while no other process runs one for the same file.
 * A claim is a file of its own beside `file`, and who finds another living claim after making its own withdraws and
 * tries again: of two that overlap at least the later one sees the other, and breaking a dead claim can never remove
 * a living one, as it could with a single lock file. Throws after `waitMs` with the claim that stands in the way.
 */
export async function whileLocked<T>(file: string, action: () => T, waitMs = 30_000): Promise<T> {
  const deadline = Date.now() + waitMs;
  const [folder, prefix] = [dirname(file), `.${basename(file)}.lock-`];
  for (;;) {
    const own = makeClaim(folder, prefix);
    try {
      const other = livingClaims(folder, prefix).find((found) => found.file !== own.file);
      if (other === undefined) return action();
      if (Date.now() > deadline) throw new UserError(inTheWay(file, other));
    } finally {
      withdraw(own.file);
    }
    await sleep(5 + Math.random() * 45);
  }
}

function inTheWay(file: string, { file: claim, pid, host }: Claim): string {
  return `${file} is locked by process ${pid}${host === '' ? '' : ` on ${host}`}; wait for it, or remove ${claim} if no contract-bench is running`;
}
