import { decimal } from '../platform/words/columns.ts';

/** The money of a whole run: an episode is begun only where all that it may cost still fits. */
export class TotalBudget {
  /** Why no further episode is begun, once one did not fit. */
  refusal: string | null = null;
  private readonly capUsd: number | null;
  private countedUsd: number;

  /** `spentUsd`: by episodes that an earlier run of the same plan has played. */
  constructor(capUsd: number | null, spentUsd: number) {
    this.capUsd = capUsd;
    this.countedUsd = spentUsd;
  }

  /** Holds what an episode may cost; false where that does not fit any more. */
  begin(mayCostUsd: number): boolean {
    if (this.capUsd !== null && this.countedUsd + mayCostUsd > this.capUsd + 1e-9) {
      this.refusal = `--max-usd-total ${decimal(this.capUsd)}: ${decimal(this.countedUsd)} USD are spent or held, and the next episode may cost ${decimal(mayCostUsd)}`;
      return false;
    }
    this.countedUsd += mayCostUsd;
    return true;
  }

  /** Counts what it did cost; where that is not known, or only a lower bound, what it might have. */
  end(
    mayCostUsd: number,
    { usd, costIsLowerBound }: { usd: number | null; costIsLowerBound?: true | undefined },
  ): void {
    if (usd === null || (costIsLowerBound && usd < mayCostUsd)) return;
    this.countedUsd += usd - mayCostUsd;
  }
}
