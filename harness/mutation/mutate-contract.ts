import type { Contract } from '../contract/contract.ts';
import { canonicalJson } from '../contract/digest.ts';
import { isLogical } from '../contract/operator-of.ts';
import { placesOf, replaceAt } from './clause-places.ts';
import { halves } from './near-miss-text.ts';
import { weakerPatterns } from './weaker-patterns.ts';

export type ContractMutant = { name: string; contract: Contract };

/** What a clause becomes; null where it is dropped. */
type Change = { name: string; clause: Contract | null };

/**
 * The contract with each clause dropped and with each operator weakened, one at a time and each once. Left out is what
 * is equal to the contract or can be shown to decide the same (an `and` of one child as an `or`, `eq 0` as `lte 0`),
 * and nothing because it survives. A dropped clause takes along a parent that has no other child; the whole is not dropped.
 */
export function mutateContract(contract: Contract): ContractMutant[] {
  const mutants = new Map<string, ContractMutant>();
  for (const { clause, at, name } of placesOf(contract)) {
    for (const change of [{ name: 'dropped', clause: null }, ...weakened(clause)]) {
      const mutant = replaceAt(contract, at, change.clause);
      const key = canonicalJson(mutant);
      if (mutant === null || key === canonicalJson(contract) || mutants.has(key)) continue;
      mutants.set(key, { name: `${name}: ${change.name}`, contract: mutant });
    }
  }
  return [...mutants.values()];
}

function weakened(clause: Contract): Change[] {
  if (isLogical(clause)) return weakenedLogic(clause);
  switch (clause.kind) {
    case 'url':
      return weakerPatterns(clause.pattern).map(({ name, pattern }) => ({
        name,
        clause: { ...clause, pattern },
      }));
    case 'dom_text':
      return [
        ...halves(clause.contains).map(({ name, text }) => ({
          name: `shortened to its ${name}`,
          clause: { ...clause, contains: text },
        })),
        { name: 'selector widened to body', clause: { ...clause, selector: 'body' } },
      ];
    case 'dom_count':
      return weakenedCount(clause);
    case 'network':
      return [
        ...weakerPatterns(clause.url_pattern).map(({ name, pattern }) => ({
          name,
          clause: { ...clause, url_pattern: pattern },
        })),
        ...weakenedStatuses(clause),
        { name: 'since contract_enter', clause: { ...clause, since: 'contract_enter' } },
      ];
    case 'screenshot_class': {
      const wider = Math.min(64, Math.max(clause.distance_max + 1, clause.distance_max * 2));
      return [{ name: `distance_max ${wider}`, clause: { ...clause, distance_max: wider } }];
    }
    case 'no_dialog':
      return [];
  }
}

function weakenedLogic(clause: Extract<Contract, { kind: 'and' | 'or' | 'not' }>): Change[] {
  if (clause.kind === 'not') return [{ name: 'not removed', clause: clause.child }];
  if (clause.kind === 'or' || clause.children.length === 1) return [];
  return [{ name: 'or instead of and', clause: { ...clause, kind: 'or' } }];
}

function weakenedCount(clause: Extract<Contract, { kind: 'dom_count' }>): Change[] {
  const { op, value } = clause;
  const change = (to: 'gte' | 'lte', limit: number): Change => ({
    name: `${to} ${limit} instead of ${op} ${value}`,
    clause: { ...clause, op: to, value: limit },
  });
  if (op === 'gte') return value === 0 ? [] : [change('gte', value - 1)];
  if (op === 'lte') return [change('lte', value + 1)];
  return value === 0 ? [change('gte', 0)] : [change('gte', value), change('lte', value)];
}

const anyAnswer = Array.from({ length: 400 }, (_, index) => 200 + index);

function weakenedStatuses(clause: Extract<Contract, { kind: 'network' }>): Change[] {
  const more = anyAnswer.filter((status) => !clause.status_in.includes(status));
  if (more.length === 0) return [];
  return [
    { name: 'any status from 200 to 599', clause: { ...clause, status_in: [...clause.status_in, ...more] } },
  ];
}
