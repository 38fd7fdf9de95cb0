import type { Person } from '../../../../harness/web/host-handler.ts';
import type { Reason, Status } from '../state/rows.ts';
import { type Filling, fill } from './fill.ts';
import { awake } from './moments.ts';
import type { Beat, Plot, Speaker } from './plot.ts';

/** The events of an issue after its creation, in order. */
export type Step =
  | { readonly says: string; readonly who: Person }
  | { readonly field: string; readonly from: string; readonly to: string; readonly who: Person };

export type Ends = { readonly status: Status; readonly reason: Reason | null };

export type Choice = { pick<T>(list: readonly T[]): T; chance(probability: number): boolean };

const duplicateWords = [
  'The same as {original}, so I close this one. Please go on there.',
  'This is {original} again. Thank you all the same.',
  'We know of it: {original}.',
];

/** The steps that lead to the status. Work that has not begun has no comments. */
export function stepsTo(
  { status, reason }: Ends,
  plot: Plot,
  cast: Record<Speaker, Person>,
  { filling, isAssigned, choice }: { filling: Filling; isAssigned: boolean; choice: Choice },
): readonly Step[] {
  const { assignee, helper } = cast;
  const say = ([who, text]: Beat): Step => ({ who: cast[who], says: fill(text, filling) });
  const asked = choice.chance(0.6) ? choice.pick(plot.ask).map(say) : [];
  const assigned: Step[] = isAssigned
    ? [{ field: 'assignee', from: 'Nobody', to: assignee.name, who: helper }]
    : [];
  const move = (from: string, to: string, who: Person): Step => ({ field: 'status', from, to, who });
  if (status === 'open') return [...assigned, ...asked];
  if (reason === 'duplicate')
    return [say(['helper', choice.pick(duplicateWords)]), move('Open', 'Closed: duplicate', helper)];
  if (status === 'closed' && reason !== 'done')
    return [
      ...asked,
      say(['helper', plot.drop[1]]),
      move('Open', reason === 'not planned' ? 'Closed: not planned' : 'Closed: cannot reproduce', helper),
    ];
  const work = plot.work.map((text) => say(['assignee', text]));
  const begun = [...assigned, ...asked, move('Open', 'In progress', assignee)];
  if (status === 'in progress') return [...begun, ...work.slice(0, choice.pick([0, 1, 1, 2]))];
  const [first, ...rest] = plot.review.map(say);
  const reviewed = [
    ...begun,
    ...work.slice(choice.pick([0, 0, 1])),
    move('In progress', 'In review', assignee),
    ...(first ? [first] : []),
  ];
  if (status === 'in review') return reviewed;
  return [
    ...reviewed,
    ...rest,
    say(['assignee', choice.pick(plot.done)]),
    move('In review', 'Closed: done', assignee),
  ];
}

/** The times of a number of steps: hours or days apart, and all in the past. */
export function timesOf(created: number, now: number, steps: number, gap: () => number): readonly number[] {
  let at = created;
  return Array.from({ length: steps }, (_, index) => {
    const left = steps - index;
    const next = at + Math.max(1, Math.min(gap(), Math.floor((now - at) / (left + 1))));
    const later = awake(next);
    at = now - later > left * 5 ? later : next;
    return at;
  });
}
