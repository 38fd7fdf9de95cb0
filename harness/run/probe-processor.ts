import { pbkdf2 } from 'node:crypto';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { holdClaim, livingClaims } from '../platform/files/claim.ts';
import type { Noise } from '../results/records/result.ts';

const derive = promisify(pbkdf2);

/** About 30 ms of work on the machine of the published numbers; always the same work. */
const rounds = 200_000;

const times = 12;

/**
 * Whether another program uses the processor now. Times the same work twelve times, which takes a third of a second.
 * Short pieces show time slices of other programs; in pieces of 200 ms the slices average out. `medianMs` is the median
 * of one piece.
 */
export async function probeProcessor(): Promise<{ contended: boolean; medianMs: number }> {
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) took.push(await timePiece());
  return { contended: isContended(took), medianMs: medianOf(took) };
}

/** Whether the slowest of some equal pieces of work took more than 1.5 times as long as the fastest. */
export function isContended(tookMs: readonly number[]): boolean {
  return Math.max(...tookMs) > 1.5 * Math.min(...tookMs);
}

async function timePiece(): Promise<number> {
  const startedAt = performance.now();
  // Native code on a thread of its own: it needs no warm-up, and Ctrl-C still works.
  await derive('contract-bench', 'probe', rounds, 32, 'sha256');
  return performance.now() - startedAt;
}

/** In tenths of a millisecond. */
function medianOf(tookMs: readonly number[]): number {
  const middle = tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length / 2)] ?? 0;
  return Math.round(middle * 10) / 10;
}

/** The interval of the pieces; they use two thirds of a percent of one core. */
const pieceEachMs = 5000;

const claimPrefix = '.contract-bench-run-';

/**
 * Times the same small piece of work while runs are played, and counts the other processes that play runs on this
 * machine: each holds a claim in the temporary folder for as long as it plays.
 */
export class NoiseWatch implements Disposable {
  private readonly before: number;
  private readonly folder: string;
  private readonly claim: ReturnType<typeof holdClaim>;
  private took: number[] = [];
  private readonly others = new Set<string>();
  private readonly timer: NodeJS.Timeout;

  /** `before`: milliseconds of the piece before the first episode. */
  constructor(before: number, folder = tmpdir(), eachMs = pieceEachMs) {
    this.before = before;
    this.folder = folder;
    this.claim = holdClaim(folder, claimPrefix);
    let isTiming = false;
    const look = async () => {
      // Two simultaneous pieces would slow each other down.
      if (isTiming) return;
      isTiming = true;
      this.lookAround();
      const tookMs = await timePiece();
      this.took.push(tookMs);
      isTiming = false;
    };
    this.timer = setInterval(look, eachMs).unref();
    this.lookAround();
  }

  /** Returns the noise since the last call, and starts anew. */
  take(): Noise {
    this.lookAround();
    const during = this.took.length === 0 ? null : medianOf(this.took);
    const overlaps = this.others.size;
    this.took = [];
    this.others.clear();
    return { before: this.before, during, overlaps };
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer);
    this.claim[Symbol.dispose]();
  }

  private lookAround(): void {
    for (const { file } of livingClaims(this.folder, claimPrefix))
      if (file !== this.claim.file) this.others.add(file);
  }
}
