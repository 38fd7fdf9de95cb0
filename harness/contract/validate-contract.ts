import type * as z from 'zod';
import { safeParse } from 'zod';
import { syntaxProblem } from './clause-fields.ts';
import { clip, quote } from './clip.ts';
import { contractLimits, measure, mostCounted } from './contract-limits.ts';
import { type AnyLeafOperator, findOperator, kinds } from './operator-of.ts';

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
  const mistakes: Mistake[] = [];
  const report = (path: string, message: string) => void mistakes.push({ path, message });
  const { nodes } = measure(raw);
  if (nodes > contractLimits.nodes) {
    const found = nodes >= mostCounted ? `${mostCounted} or more` : nodes;
    report('$', `has ${found} clauses; at most ${contractLimits.nodes} are allowed`);
  }
  let looked = 0;
  const visit = (clause: unknown, path: string, level: number) => {
    looked += 1;
    if (looked > contractLimits.nodes) return;
    if (level > contractLimits.levels) {
      report(path, `is at level ${level}; at most ${contractLimits.levels} levels are allowed`);
      return;
    }
    if (!isObject(clause)) {
      report(path, `must be an object with a kind; found ${show(clause)}`);
      return;
    }
    const kind = own(clause, 'kind');
    const operator = typeof kind === 'string' ? findOperator(kind) : undefined;
    if (operator === undefined) {
      report(`${path}.kind`, `must be one of ${kinds.join(', ')}; found ${show(kind)}`);
      return;
    }
    const allowed = ['kind', ...('fields' in operator ? Object.keys(operator.fields) : [operator.over])];
    for (const field of Object.keys(clause)) {
      if (allowed.includes(field)) continue;
      const name = clip(field, 60);
      report(
        `${path}.${name}`,
        `unknown field ${quote(name, 60)}; ${operator.kind} has ${allowed.join(', ')}`,
      );
    }
    if ('fields' in operator)
      for (const mistake of fieldMistakes(operator, clause, path)) mistakes.push(mistake);
    else if (operator.over === 'child') visit(own(clause, 'child'), `${path}.child`, level + 1);
    else {
      const children = own(clause, 'children');
      if (!Array.isArray(children) || children.length === 0) {
        report(`${path}.children`, `must be an array of at least one clause; found ${show(children)}`);
        return;
      }
      // No `forEach`: an array may claim to be long, and `looked` ends this one.
      for (let i = 0; i < children.length && looked <= contractLimits.nodes; i++) {
        visit(children[i], `${path}.children.${i}`, level + 1);
      }
    }
  };
  const fieldMistakes = (operator: AnyLeafOperator, clause: object, path: string) =>
    Object.entries(operator.fields).flatMap(([field, schema]) => {
      const value = own(clause, field);
      const found = schemaMistakes(schema, value, `${path}.${field}`);
      if (found.length > 0 || typeof value !== 'string' || !operator.patterns?.includes(field)) return found;
      // Only a `url_pattern` gets here without being a regular expression: it is a literal then.
      const problem = syntaxProblem(value) === null ? checkPattern(value) : null;
      return problem === null
        ? []
        : [{ path: `${path}.${field}`, message: `${problem}; found ${show(value)}` }];
    });
  visit(raw, '$', 1);
  return mistakes;
}

function schemaMistakes(schema: z.core.$ZodType, value: unknown, path: string): Mistake[] {
  const result = safeParse(schema, value);
  if (result.success) return [];
  return result.error.issues.map((issue) => ({
    path: [path, ...issue.path].join('.'),
    message: `${issue.message}; found ${show(issue.path.reduce<unknown>(ownOf, value))}`,
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
