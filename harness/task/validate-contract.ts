import * as z from 'zod';
import type { LeafClause } from '../judge/contract.ts';
import { contractLimits, maxCounted, measure } from '../judge/contract.ts';
import { type AnyLeafOperator, findOperator, kinds } from '../judge/operator-of.ts';
import { selectorProblem, syntaxProblem } from '../judge/patterns/selector-problem.ts';
import { issueWords } from '../platform/errors/describe-issues.ts';
import { clip, quote } from '../platform/words/format.ts';

/** `path` is that of the field in the file, from `$` for the contract: `$.children.0.pattern`. */
export type Mistake = { path: string; message: string };

export type ValidateOptions = {
  /** Why a regular expression that parses must not be used, or null. Handed in: this room has no such checker. */
  checkPattern: (pattern: string) => string | null;
};

/**
 * All mistakes at once, in document order; none for a contract that `Contract` takes. Never throws on data, whatever it
 * holds (itself, `null`, keys of the prototype); of a contract that is too large the first 64 clauses are looked at.
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
    // More than can be looked at is not visited: an array may claim to hold four thousand million children.
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
    // Only a `url_pattern` gets here without being a regular expression: it is a literal then.
    const problem = syntaxProblem(value) === null ? checkPattern(value) : null;
    return problem === null
      ? []
      : [{ path: `${path}.${field}`, message: `${problem}; found ${show(value)}` }];
  });
}

/** Of a clause whose fields are right each by itself. */
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

/** What a prototype carries is not in the file. */
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
