import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { contractLimits, measure } from '../judge/contract.ts';
import { kinds } from '../judge/operator-of.ts';
import { fieldIssues } from '../platform/errors/describe-issues.ts';
import { quote } from '../platform/words/format.ts';
import type { Mistake } from './validate-contract.ts';
import { readYaml, type YamlMistake } from './yaml-document.ts';

const operatorsFileName = 'operators.yaml';

const name = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be of lowercase letters, digits and _');

const OwnOperator = z.strictObject({
  summary: z.string().min(1),
  /** The fields of a clause by the names of their types. */
  fields: z.record(name, z.enum(['string', 'number'])).default({}),
  /** The clause that it stands for; in its texts `{field}` is replaced by the clause's field. */
  means: z.record(z.string(), z.json()),
});

/** An operator of a project: a name, with fields, for clauses of the vocabulary. It is judged as these are. */
type OwnOperator = z.infer<typeof OwnOperator>;
export type OwnOperators = ReadonlyMap<string, OwnOperator>;

/** A mistake with its file, line and column in it. */
type Placed = { file: string; field: string; message: string };

/** The `operators.yaml` of a folder of tasks; empty if the file is missing. */
export async function readOwnOperators(
  folder: string,
): Promise<{ operators: OwnOperators; mistakes: Placed[] }> {
  const file = path.join(folder, operatorsFileName);
  if (!existsSync(file)) return { operators: new Map(), mistakes: [] };
  const document = readYaml(await readFile(file, 'utf8'));
  const placed = ({ line, column, ...mistake }: YamlMistake): Placed => ({
    file: `${file}:${line}:${column}`,
    ...mistake,
  });
  if ('mistakes' in document) return { operators: new Map(), mistakes: document.mistakes.map(placed) };
  const { value, placeOf } = document;
  const parsed = z.record(name, OwnOperator).safeParse(value);
  const issues = parsed.error
    ? fieldIssues(parsed.error, { value, allowed: () => 'summary, fields, means' })
    : [];
  const operators = new Map(Object.entries(parsed.data ?? {}));
  const contradictions = [...operators].flatMap(([kind, operator]) =>
    contradictionsOf(kind, operator).map(([field, message]) => ({
      path: [kind, ...(field === null ? [] : [field])],
      ...{ field: field === null ? kind : `${kind}.${field}`, message },
    })),
  );
  return {
    operators,
    mistakes: [...issues, ...contradictions].map(({ path: at, field, message }) =>
      placed({ ...placeOf(at), field, message }),
    ),
  };
}

function contradictionsOf(
  kind: string,
  { fields, means }: OwnOperator,
): [field: string | null, message: string][] {
  const used = new Set(placeholdersIn(means));
  const unknown = [...used].filter((each) => !Object.hasOwn(fields, each));
  const unused = Object.keys(fields).filter((each) => !used.has(each));
  return [
    ...(kinds.includes(kind)
      ? [[null, 'must be a name that the vocabulary does not have'] as [null, string]]
      : []),
    ...unknown.map((each): [string, string] => [
      'means',
      `{${each}} must be one of its fields, ${Object.keys(fields).join(', ') || 'none'}`,
    ]),
    ...unused.map((each): [string, string] => ['fields', `${each} must stand in means as {${each}}`]),
  ];
}

const placeholder = /\{([a-z][a-z0-9_]*)\}/g;

function placeholdersIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(placeholder)].map(([, field = '']) => field);
}

/**
 * Replaces own operators in a contract by what they stand for, and returns mistakes in their clauses. Other clauses
 * stay unchanged; `validateContract` checks them.
 */
export function withOwnOperators(
  contract: unknown,
  operators: OwnOperators,
): { contract: unknown; mistakes: Mistake[] } {
  const { nodes, levels } = measure(contract);
  // Too large, and possibly cyclic.
  const isTooLarge = nodes > contractLimits.nodes || levels > contractLimits.levels;
  if (operators.size === 0 || isTooLarge) return { contract, mistakes: [] };
  const mistakes: Mistake[] = [];
  const expanded = (clause: unknown, at: string): unknown => {
    if (typeof clause !== 'object' || clause === null || Array.isArray(clause)) return clause;
    const { kind, child, children } = clause as Record<string, unknown>; // an object, by the check before
    const operator = typeof kind === 'string' ? operators.get(kind) : undefined;
    if (operator) {
      const wrong = clauseMistakes(clause, operator, at);
      mistakes.push(...wrong);
      return wrong.length > 0 ? clause : filled(operator.means, clause);
    }
    return {
      ...clause,
      ...(child === undefined ? {} : { child: expanded(child, `${at}.child`) }),
      ...(Array.isArray(children)
        ? { children: children.map((each, index) => expanded(each, `${at}.children.${index}`)) }
        : {}),
    };
  };
  return { contract: expanded(contract, '$'), mistakes };
}

function clauseMistakes(clause: object, { fields }: OwnOperator, at: string): Mistake[] {
  const allowed = Object.keys(fields).join(', ') || 'none';
  const unknown = Object.keys(clause).filter((field) => field !== 'kind' && !Object.hasOwn(fields, field));
  const given = new Map(Object.entries(clause));
  return [
    ...unknown.map((field) => ({
      path: `${at}.${field}`,
      message: `unknown field ${quote(field, 60)}; allowed are ${allowed}`,
    })),
    ...Object.entries(fields)
      .filter(([field, type]) => typeof given.get(field) !== type)
      .map(([field, type]) => ({
        path: `${at}.${field}`,
        message: `must be a ${type}; found ${typeOf(given.get(field))}`,
      })),
  ];
}

function typeOf(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80);
}

/**
 * A text that is only a placeholder becomes the value itself, also a number; in a longer text the value is inserted as
 * text.
 */
function filled(value: unknown, clause: object): unknown {
  const given = new Map<string, unknown>(Object.entries(clause));
  if (Array.isArray(value)) return value.map((each) => filled(each, clause));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, clause)]));
  if (typeof value !== 'string') return value;
  const [whole, alone] = /^\{([a-z][a-z0-9_]*)\}$/.exec(value) ?? [];
  if (whole !== undefined) return given.get(alone ?? '');
  return value.replaceAll(placeholder, (_, field: string) => String(given.get(field)));
}
