import * as z from 'zod';
import type { LeafClause } from '../judge/contract.ts';
import { contractLimits, maxCounted, measure } from '../judge/contract.ts';
import { type AnyLeafOperator, findOperator, kinds } from '../judge/operator-of.ts';
import { selectorProblem, syntaxProblem } from '../judge/patterns/selector-problem.ts';
import { issueWords } from '../platform/errors/describe-issues.ts';
import { clip, quote } from '../platform/words/format.ts';

/** `path` is the path of the field; `$` is the contract: `$.children.0.pattern`. */
export type Mistake = { path: string; message: string };

export type ValidateOptions = {
  /** Why a valid regular expression must not be used, or null. A parameter, because this module has no such checker. */
  checkPattern: (pattern: string) => string | null;
};

/**
 * All mistakes, in document order; empty for a contract that `Contract` accepts. Never throws on any data (cycles,
 * `null`, keys of the prototype). In a contract that is too large only the first 64 clauses are checked.
 */
export function validateContract(raw: unknown, { checkPattern }: ValidateOptions): Mistake[] {
  let observation = 0;
  const clauseMistakes = (clause: unknown, path: string, level: number): Mistake[] => {
    observation += 1;
    if (observation > contractLimits.nodes) return [];
    if (level > contractLimits.levels) {
      return [{ path, message: `is at level ${level}; at most ${contractLimits.levels} levels are allowed` }];
    }
    if (!isObject(clause)) return [{ path, message: `must be an object with a kind; found ${show(clause)}` }];
    const kind = own(clause, 'kind');
    const operator = typeof kind === 'string' ? findOperator(kind) : undefined;
    if (operator === undefined) {
      return [{ path: `${path}.kind`, message: `must be one of ${kinds.join(', ')}; found ${show(kind)}` }];
    }
    if ('fields' in operator) {
      const unknown = unknownFields(operator.kind, Object.keys(operator.fields), clause, path);
      const wrong = fieldMistakes(operator, clause, path, checkPattern);
      return [
        ...unknown,
        ...wrong,
        ...(wrong.length > 0 ? [] : wholeMistakes(operator, clause, path, checkPattern)),
      ];
    }
    const below = { path: `${path}.${operator.over}`, value: own(clause, operator.over) };
    const unknown = unknownFields(operator.kind, [operator.over], clause, path);
    if (operator.over === 'child') return [...unknown, ...clauseMistakes(below.value, below.path, level + 1)];
    return [...unknown, ...childrenMistakes(below.value, below.path, level + 1)];
  };
  const childrenMistakes = (children: unknown, path: string, level: number): Mistake[] => {
    if (!Array.isArray(children) || children.length === 0) {
      return [{ path, message: `must be an array of at least one clause; found ${show(children)}` }];
    }
    // Visits a limited number, because an array may have a length of four thousand million.
    const visited = Array.from(children.slice(0, contractLimits.nodes));
    return visited.flatMap((child, index) => clauseMistakes(child, `${path}.${index}`, level));
  };
  return [...sizeMistakes(raw), ...clauseMistakes(raw, '$', 1)];
}

function sizeMistakes(raw: unknown): Mistake[] {
  const { nodes } = measure(raw);
  if (nodes <= contractLimits.nodes) return [];
  const found = nodes >= maxCounted ? `${maxCounted} or more` : nodes;
  return [{ path: '$', message: `has ${found} clauses; at most ${contractLimits.nodes} are allowed` }];
}

function unknownFields(kind: string, fields: readonly string[], clause: object, path: string): Mistake[] {
  const allowed = ['kind', ...fields];
  return Object.keys(clause)
    .filter((field) => !allowed.includes(field))
    .map((field) => ({
      path: `${path}.${clip(field, 60)}`,
      message: `unknown field ${quote(field, 60)}; ${kind} has ${allowed.join(', ')}`,
    }));
}

function fieldMistakes(
  operator: AnyLeafOperator,
  clause: object,
  path: string,
  checkPattern: ValidateOptions['checkPattern'],
): Mistake[] {
  return Object.entries(operator.fields).flatMap(([field, schema]) => {
    const value = own(clause, field);
    const found = schemaMistakes(schema, value, `${path}.${field}`);
    if (found.length > 0 || typeof value !== 'string') return found;
    const noSelector = operator.selectors?.includes(field) ? selectorProblem(value) : null;
    if (noSelector !== null)
      return [{ path: `${path}.${field}`, message: `${noSelector}; found ${show(value)}` }];
    if (!operator.patterns?.includes(field)) return found;
    // Only a `url_pattern` may be an invalid regular expression here; then it is a literal.
    const problem = syntaxProblem(value) === null ? checkPattern(value) : null;
    return problem === null
      ? []
      : [{ path: `${path}.${field}`, message: `${problem}; found ${show(value)}` }];
  });
}

/** The mistakes of a clause whose single fields are valid. */
function wholeMistakes(
  { fields, mistake, patternsIn }: AnyLeafOperator,
  raw: object,
  path: string,
  checkPattern: ValidateOptions['checkPattern'],
): Mistake[] {
  const kind = own(raw, 'kind');
  const values = Object.keys(fields).map((field) => [field, own(raw, field)]);
  const given = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  const clause = { kind, ...z.object(fields).parse(given) } as LeafClause; // its fields were checked
  const found = mistake?.(clause) ?? null;
  const patterns = patternsIn?.(clause) ?? [];
  return [
    ...(found === null
      ? []
      : [
          {
            path: [path, ...found.path].join('.'),
            message: `${found.message}; found ${show(found.path.reduce<unknown>(ownOf, raw))}`,
          },
        ]),
    ...patterns.flatMap((pattern) => {
      const problem = checkPattern(pattern);
      return problem === null ? [] : [{ path, message: `${problem}; found ${show(pattern)}` }];
    }),
  ];
}

function schemaMistakes(schema: z.core.$ZodType, value: unknown, path: string): Mistake[] {
  const result = z.safeParse(schema, value);
  if (result.success) return [];
  return result.error.issues.map((issue) => ({
    path: [path, ...issue.path].join('.'),
    message: `${issueWords(issue)}; found ${show(issue.path.reduce<unknown>(ownOf, value))}`,
  }));
}

function ownOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? own(value, key) : undefined;
}

/** Ignores properties of a prototype, which are not in the file. */
function own(object: object, key: PropertyKey): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return quote(value, 80);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/**
 * Kinds that are judged from hosts or the agent. All other kinds are judged from a page, which is not evidence of a
 * state.
 */
const ofState = new Set(['state', 'answer', 'reward', 'network', 'and', 'or', 'not']);

/** Contradictions between `judge`, `verify` and the contract of a task whose single fields are valid. */
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

/** The kinds of clause in a contract that are not in the vocabulary of OpenChrome's contracts. */
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
