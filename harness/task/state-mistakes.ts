import { findOperator, kinds } from '../judge/operator-of.ts';
import type { Mistake } from './validate-contract.ts';

/** What hosts or an agent tell by themselves; all else is of a page, where nothing is evidence of a state. */
const ofState = new Set(['state', 'answer', 'network', 'and', 'or', 'not']);

/** Where what is judged and how it is verified do not go together. `fields` are those of a task, right each by itself. */
export function stateMistakes({ verify, judge, success }: Record<string, unknown>): Mistake[] {
  const found = [...kindsIn(success, 'success $')];
  if (verify !== 'state')
    return found
      .filter(({ kind }) => isOfTown(kind))
      .map(({ path, kind }) => ({
        path,
        message: `needs verify: state; found ${kind} with ${verify ?? 'reload'}`,
      }));
  const allowed = [...ofState].join(', ');
  const others = found.filter(({ kind }) => kinds.includes(kind) && !ofState.has(kind));
  return [
    ...(judge === 'each_step'
      ? [{ path: 'judge', message: 'must be end where verify is state; found "each_step"' }]
      : []),
    ...others.map(({ path, kind }) => ({
      path,
      message: `must be one of ${allowed} where verify is state; found "${kind}"`,
    })),
  ];
}

/** The kinds of clause in a contract that the vocabulary of OpenChrome's contracts does not have. */
export function townKindsIn(contract: unknown): string[] {
  return [...new Set(kindsIn(contract, '$').map(({ kind }) => kind))].filter(isOfTown);
}

function isOfTown(kind: string): boolean {
  const operator = findOperator(kind);
  return operator !== undefined && 'vocabulary' in operator && operator.vocabulary === 'town';
}

function kindsIn(clause: unknown, path: string): { path: string; kind: string }[] {
  if (clause === null || typeof clause !== 'object') return [];
  const { kind, child, children } = clause as { kind?: unknown; child?: unknown; children?: unknown };
  return [
    ...(typeof kind === 'string' ? [{ path: `${path}.kind`, kind }] : []),
    ...(child === undefined ? [] : kindsIn(child, `${path}.child`)),
    ...(Array.isArray(children)
      ? children.flatMap((each, index) => kindsIn(each, `${path}.children.${index}`))
      : []),
  ];
}
