import { utimesSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Claim, isOurs, livingClaims, makeClaim, staleMs, withdraw } from './claim.ts';
import { makeFolder } from './make-folder.ts';

const prefix = '.in-use-';
const tries = 5;
const touchMs = 10_000;
const pollMs = 1_000;

/**
 * Claims a folder, which is made where it is not there, for this process until the claim is disposed. Returns the claim
 * of another process that is in the way. Of two that come at the same time neither sees the other too late: who
 * finds one withdraws and tries again. Whether a process of another machine lives is seen only by its claim growing
 * old, so that is waited for: a container that was killed may be started anew under another name.
 */
export async function claimFolder(
  folder: string,
  foreignMs = staleMs + 2 * pollMs,
): Promise<Disposable | { heldBy: Claim }> {
  makeFolder(folder);
  const deadline = performance.now() + foreignMs;
  for (let left = tries; ; left -= 1) {
    const own = makeClaim(folder, prefix);
    const other = livingClaims(folder, prefix).find((found) => !isOurs(found));
    if (!other) return held(own.file);
    withdraw(own.file);
    const isForeign = other.host !== own.host;
    if (isForeign ? performance.now() > deadline : left <= 1) return { heldBy: other };
    await delay(isForeign ? Math.min(pollMs, foreignMs) : 5 + Math.random() * 45);
  }
}

/** Makes a claim that goes out of date only with this process; disposing it withdraws it. */
export function holdClaim(folder: string, prefix: string): Disposable & { file: string } {
  const { file } = makeClaim(folder, prefix);
  return { file, ...held(file) };
}

function held(file: string): Disposable {
  const touching = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // Whoever removed the folder has removed what it is for.
    }
  }, touchMs).unref();
  return {
    [Symbol.dispose]: () => {
      clearInterval(touching);
      withdraw(file);
    },
  };
}
