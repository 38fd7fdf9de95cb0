import type { Random } from '../../../../harness/web/host-handler.ts';
import type { Issue, Milestone } from '../../track/state/rows.ts';
import { pickOf } from './track.ts';

export type Left = {
  milestone: Milestone;
  left: readonly Issue[];
  /** The limit of hours for a small issue. */
  limit: number;
};
export type Sorted = { small: readonly Issue[]; large: readonly Issue[]; nobodys: readonly Issue[] };

const fewest = 5;
const most = 8;

/** A milestone with a few open issues, some of them assigned. If possible, it is overdue and has an unassigned issue. */
export function toBeGivenUp(
  milestones: readonly Milestone[],
  issues: readonly Issue[],
  random: Random,
  isOver: (milestone: Milestone) => boolean,
): Left {
  const choices = milestones.flatMap((milestone) => {
    const left = issues.filter((each) => each.milestone === milestone.id);
    const given = left.filter(({ assignee }) => assignee !== null);
    const isFit =
      (given.length > 2 || left.length >= fewest) && left.length >= fewest - 1 && left.length <= most + 2;
    return isFit ? limitsOf(left).map((limit): Left => ({ milestone, left, limit })) : [];
  });
  const short = choices.filter(({ left }) => left.length <= most + 1);
  const usual = short.filter(({ left }) => left.length >= fewest && left.length <= most);
  const good = usual.filter(({ left }) => left.some(({ assignee }) => assignee === null));
  const overdue = good.filter(({ milestone }) => isOver(milestone));
  return pickOf(random, [overdue, good, usual, short, choices], 'milestone to be given up');
}

/** The limits that split the assigned issues into small and large. */
function limitsOf(left: readonly Issue[]): number[] {
  const assigned = left.filter(({ assignee }) => assignee !== null);
  const estimates = assigned.flatMap(({ estimate }) => (estimate === null ? [] : [estimate]));
  return [...new Set(estimates)].filter((limit) => assigned.some((issue) => !isSmall(issue, limit)));
}

const isSmall = ({ estimate }: Issue, limit: number) => estimate !== null && estimate <= limit;

export function sorted({ left, limit }: Left): Sorted {
  const assigned = left.filter(({ assignee }) => assignee !== null);
  return {
    small: assigned.filter((issue) => isSmall(issue, limit)),
    large: assigned.filter((issue) => !isSmall(issue, limit)),
    nobodys: left.filter(({ assignee }) => assignee === null),
  };
}
