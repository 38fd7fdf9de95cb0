import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../platform/errors/user-error.ts';
import { type Claim, livingClaims, makeClaim, withdraw } from '../../platform/files/claim.ts';

/**
 * Runs the synchronous `action` while no other process runs one for the same file. Each process creates a claim file of
 * its own beside `file`. If it then finds another live claim, it withdraws and tries again, so at least the later of
 * two processes sees the other. With separate claim files, removing a dead claim never removes a live one, unlike a
 * single lock file. Throws UserError with the other claim after `waitMs`.
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
