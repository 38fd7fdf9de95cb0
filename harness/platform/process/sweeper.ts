import { setTimeout as delay } from 'node:timers/promises';
import { endCarriers } from './mark.ts';

const gatherMs = 200;

/**
 * Ends what still carries a value of a variable in its environment: children that left their process group. One
 * search serves all that is asked for within 200 ms, and one call of `after` is told of all of them.
 */
export class Sweeper {
  private readonly variable: string;
  private readonly after: (values: ReadonlySet<string>) => void;
  private gathering: { values: Set<string>; swept: Promise<void> } | null = null;

  constructor(variable: string, after: (values: ReadonlySet<string>) => void) {
    this.variable = variable;
    this.after = after;
  }

  /** Resolves when nothing with this value is left, or a second of ending did not do it. */
  end(value: string): Promise<void> {
    this.gathering ??= this.gather();
    this.gathering.values.add(value);
    return this.gathering.swept;
  }

  private gather() {
    const values = new Set<string>();
    const swept = delay(gatherMs)
      .then(() => {
        this.gathering = null;
        return endCarriers(this.variable, values);
      })
      .then(() => this.after(values));
    return { values, swept };
  }
}
