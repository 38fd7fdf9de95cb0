import { slug } from '../state/ids.ts';
import type { Issue, Reason, Status } from '../state/rows.ts';
import type { Occasion } from './schedule.ts';
import type { Setting } from './setting.ts';
import type { Choice, Ends } from './told.ts';

/** The status of an issue of that age. A duplicate is closed as one, or was not noticed. */
export function endsOf({ pick, chance }: Choice, age: number, original: string | null, drop: Reason): Ends {
  if (original !== null)
    return age > 12 && chance(0.6)
      ? { status: 'closed', reason: 'duplicate' }
      : { status: 'open', reason: null };
  const isOver = chance(age > 120 ? 0.88 : age > 30 ? 0.5 : age > 5 ? 0.15 : 0);
  if (isOver) return { status: 'closed', reason: chance(0.8) ? 'done' : drop };
  // No work happens on the day of the report.
  const open: readonly Status[] = [
    'open',
    'open',
    'open',
    ...(age > 1 ? (['in progress', 'in progress'] as const) : []),
    ...(age > 4 ? (['in review'] as const) : []),
  ];
  return { status: pick(open), reason: null };
}

export function priorityOf({ pick }: Choice, isDangerous: boolean): Issue['priority'] {
  const usual = ['urgent', 'high', 'high', 'normal', 'normal', 'normal', 'normal', 'normal', 'low', 'low'];
  const list = isDangerous ? ['urgent', 'high', 'high', ...usual] : usual;
  return pick(list) as Issue['priority']; // one of those above
}

/** Sometimes replaces the right label by its redundant synonym. */
export function labelsOf(
  { words, random }: Setting,
  { chance }: Choice,
  { plot }: Occasion,
): readonly string[] {
  const [needless, wanted] = words.double;
  const names = new Set(plot.labels);
  if (plot.maybe && chance(0.3)) names.add(plot.maybe);
  if (names.has(wanted) && random.chance(0.35)) {
    names.delete(wanted);
    names.add(needless);
  }
  return [...names].map((name) => `${words.id}:${slug(name)}`).sort();
}

export function milestoneOf(
  { milestones }: Setting,
  { pick, chance }: Choice,
  { status, reason }: Ends,
  age: number,
): string | null {
  const [first, second, ...open] = milestones;
  if (status === 'closed' && reason !== 'done') return null;
  if (chance(0.3)) return null;
  const closed = age > 200 ? first : age > 70 ? second : undefined;
  return (status === 'closed' && closed ? closed : pick(open)).id;
}
