import type { Random } from '../../../../harness/web/host-handler.ts';
import { type Filling, fill } from './fill.ts';
import type { Plot, ProjectWords } from './plot.ts';

/** A future issue: its plot and words. */
export type Occasion = {
  readonly plot: Plot;
  readonly place: string;
  readonly filling: Filling;
  readonly title: string;
  /** The original of a duplicate. */
  readonly again: Occasion | null;
};

const tellings = 9;
const repeats = 5;

/** The reports of a project, in order: each plot at several places, and some reported twice. */
export function occasionsOf(random: Random, { plots, places }: ProjectWords): readonly Occasion[] {
  const all = plots.flatMap((plot) =>
    random.sample(places, tellings).map((place): Occasion => {
      const filling = fillingOf(random, plot, place);
      return { plot, place, filling, title: fill(plot.title, filling), again: null };
    }),
  );
  const told = random.sample(all, all.length);
  // Also from the latest reports, so that some open issues were reported twice.
  const late = random.sample(told.slice(-24), 3);
  for (const again of [...random.sample(told.slice(0, -24), repeats - late.length), ...late])
    told.splice(told.indexOf(again) + random.int(1, 5), 0, {
      ...again,
      title: fill(again.plot.again, again.filling),
      again,
    });
  return told;
}

function fillingOf(random: Random, { slots }: Plot, place: string): Filling {
  const filling: Record<string, string> = { place };
  for (const [name, slot] of Object.entries(slots)) filling[name] = draw(random, slot);
  return filling;
}

function draw(random: Random, slot: Plot['slots'][string]): string {
  const [first, last] = slot;
  return typeof first === 'number' && typeof last === 'number'
    ? String(random.int(first, last))
    : String(slot[random.int(0, slot.length - 1)]);
}
