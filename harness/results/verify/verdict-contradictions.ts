import { and } from '../../judge/operators/and.ts';
import { not } from '../../judge/operators/not.ts';
import { or } from '../../judge/operators/or.ts';
import type { Outcome } from '../../judge/outcome.ts';
import type { Result } from '../records/result.ts';

type Verdict = NonNullable<Result['verdict']>;
type Clause = Verdict['clauses'][number];

const logical: Record<string, { decide(outcomes: readonly Outcome[]): { outcome: Outcome } }> = {
  and,
  or,
  not,
};

/** Outcomes that do not follow from those of the clauses below them, by the places in the clauses' names. */
export function verdictContradictions({ outcome, clauses }: Verdict): string[] {
  const outcomes = (below: readonly Clause[]) => below.map((clause) => clause.outcome);
  const top = clauses.filter(({ name }) => /^postconditions\[\d+\] \(/.test(name));
  const whole = and.decide(outcomes(top)).outcome;
  const inner = clauses.flatMap((clause) => {
    const [, place, kind = ''] = /^(\S+) \((and|or|not)\)$/.exec(clause.name) ?? [];
    const below = place === undefined ? [] : childrenOf(place, clauses);
    // Names are cut at 160 characters, so that deep clauses may not be found again.
    const again = below.length === 0 ? clause.outcome : logical[kind]?.decide(outcomes(below)).outcome;
    return again === clause.outcome
      ? []
      : [`${clause.name}: outcome: stored "${clause.outcome}", its clauses give "${again}"`];
  });
  return top.length === 0 || whole === outcome
    ? inner
    : [`verdict.outcome: stored "${outcome}", its clauses give "${whole}"`, ...inner];
}

function childrenOf(place: string, clauses: readonly Clause[]): Clause[] {
  return clauses.filter(({ name }) => {
    const rest = name.startsWith(`${place}.`) ? name.slice(place.length + 1) : '';
    return /^(child|children\[\d+\]) \(/.test(rest);
  });
}
