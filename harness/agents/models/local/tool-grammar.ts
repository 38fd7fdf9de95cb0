import type { SentTool } from '../model-tools.ts';

type Schema = Record<string, unknown>;

/** Any character; no text has the character 0. */
const sign = String.raw`[^\x00]`;

/** The tags of a call in the text of a model, with the line breaks that chat templates write. */
export const callTags = { opening: '<tool_call>\n', closing: '\n</tool_call>' } as const;

type CalledTool = Pick<SentTool, 'name' | 'schema'>;

/**
 * The grammar (GBNF of llama.cpp) of one call of one of the tools: `{"name": ..., "arguments": {...}}`, with the single
 * spaces that chat templates write. It holds names, types, enumerations, required fields and their order: required
 * fields first, then the optional ones, each in the order of the schema. It leaves patterns, formats and bounds to the
 * server. Pure.
 */
export function toolGrammar(tools: readonly CalledTool[]): string {
  const grammar = new Grammar();
  return grammar.text(callsIn(grammar, tools));
}

/** The grammar of one call within its tags, or of a text that does not begin with the opening tag. Pure. */
export function callOrTextGrammar(tools: readonly CalledTool[]): string {
  const grammar = new Grammar();
  const { opening, closing } = callTags;
  const call = grammar.add('call', callsIn(grammar, tools));
  grammar.add('sign', sign);
  const start = otherThan(grammar, opening.trim());
  return grammar.text(`${literal(opening)} ${call} ${literal(closing)} | [ \\t\\r\\n]* (${start})?`);
}

/** The grammar of any text. */
export const textGrammar = `root ::= ${sign}*`;

/**
 * The grammar of a value of a JSON schema, in the form of `toolGrammar`. It also holds the number of items of a list.
 * Null allows any object. Pure.
 */
export function jsonGrammar(schema: Schema | null): string {
  const grammar = new Grammar({ countsItems: true });
  return grammar.text(schema === null ? 'anyobject' : grammar.of(schema, schema, 'value', 1));
}

function callsIn(grammar: Grammar, tools: readonly CalledTool[]): string {
  const calls = tools.map(({ name, schema }, index) => {
    const rule = grammar.add(`args${index}`, grammar.of(schema, schema, `args${index}`, 0));
    return grammar.add(
      `call${index}`,
      `${literal(`{"name": ${JSON.stringify(name)}, "arguments": `)} ${rule} "}"`,
    );
  });
  return calls.join(' | ');
}

/** The rule of a text that begins with another word, without spaces before it. */
function otherThan(grammar: Grammar, word: string): string {
  return (
    [...word].reduceRight<string | null>((after, letter, at) => {
      const others = at === 0 ? `${letter} \\t\\r\\n` : letter;
      const longer = after === null ? '' : ` | ${literal(letter)} ${after}?`;
      return grammar.add(`start${at}`, `[^${others}] sign*${longer}`);
    }, null) ?? 'sign*'
  );
}

/** Schemas that refer to themselves end here in any value. */
const deepest = 8;

const anyRules: readonly (readonly [string, string])[] = [
  ['string', String.raw`"\"" char* "\""`],
  // Without control characters and lone surrogates, which no server takes.
  [
    'char',
    String.raw`[^"\\\x7F\x00-\x1F] | "\\" (["\\/bfnrt] | "u" ([0-9a-cefA-CEF] [0-9a-fA-F]{3} | [dD] [0-7] [0-9a-fA-F]{2}))`,
  ],
  ['integer', `"-"? ("0" | [1-9] [0-9]{0,15})`],
  ['number', `integer ("." [0-9]{1,16})? ([eE] [-+]? [0-9]{1,3})?`],
  ['boolean', '"true" | "false"'],
  ['null', '"null"'],
  ['anyobject', `"{" (string ": " any (", " string ": " any)*)? "}"`],
  ['anylist', `"[" (any (", " any)*)? "]"`],
  ['any', 'string | number | boolean | null | anyobject | anylist'],
];

class Grammar {
  private readonly rules = new Map<string, string>(anyRules);
  private readonly countsItems: boolean;

  constructor({ countsItems = false } = {}) {
    this.countsItems = countsItems;
  }

  /** Returns the name of the rule. */
  add(name: string, text: string): string {
    this.rules.set(name, text);
    return name;
  }

  text(root: string): string {
    return [['root', root] as const, ...this.rules].map(([name, text]) => `${name} ::= ${text}`).join('\n');
  }

  /** The expression of a schema. `top` has the definitions that it may refer to. */
  of(schema: unknown, top: Schema, name: string, depth: number): string {
    if (typeof schema !== 'object' || schema === null || depth > deepest) return 'any';
    const own = schema as Schema;
    if (typeof own.$ref === 'string') return this.of(referred(own.$ref, top), top, name, depth + 1);
    if ('const' in own) return literal(jsonOf(own.const));
    if (Array.isArray(own.enum)) return group(own.enum.map((each) => literal(jsonOf(each))));
    const choices = own.anyOf ?? own.oneOf;
    if (Array.isArray(choices))
      return group(choices.map((each, index) => this.ruleOf(each, top, `${name}-${index}`, depth)));
    if (Array.isArray(own.type))
      return group(
        own.type.map((type, index) => this.ruleOf({ ...own, type }, top, `${name}-${index}`, depth)),
      );
    if (own.type === 'object' || own.properties !== undefined) return this.object(own, top, name, depth);
    if (own.type === 'array') {
      const item = this.ruleOf(own.items, top, `${name}-item`, depth);
      return this.countsItems ? countedList(item, own) : `"[" (${item} (", " ${item})*)? "]"`;
    }
    const known = ['string', 'integer', 'number', 'boolean', 'null'];
    return known.includes(String(own.type)) ? String(own.type) : 'any';
  }

  private ruleOf(schema: unknown, top: Schema, name: string, depth: number): string {
    return this.add(name, this.of(schema, top, name, depth + 1));
  }

  private object(
    { properties, required, additionalProperties }: Schema,
    top: Schema,
    name: string,
    depth: number,
  ): string {
    const fields = Object.entries(typeof properties === 'object' && properties !== null ? properties : {});
    if (fields.length === 0) return additionalProperties === false || depth === 0 ? '"{}"' : 'anyobject';
    const needed = new Set(Array.isArray(required) ? required : []);
    const field = ([key, schema]: [string, unknown], index: number) =>
      this.add(
        `${name}-f${index}`,
        `${literal(`${JSON.stringify(key)}: `)} ${this.ruleOf(schema, top, `${name}-v${index}`, depth)}`,
      );
    const rules = fields.map((each, index) => ({ rule: field(each, index), isNeeded: needed.has(each[0]) }));
    const first = rules.filter(({ isNeeded }) => isNeeded).map(({ rule }) => rule);
    const rest = rules.filter(({ isNeeded }) => !isNeeded).map(({ rule }) => rule);
    const after = rest.map((rule) => ` (", " ${rule})?`);
    if (first.length > 0) return `"{" ${first.join(' ", " ')}${after.join('')} "}"`;
    // One of the optional fields comes first, with those after it.
    const starts = rest.map((rule, index) => `${rule}${after.slice(index + 1).join('')}`);
    return `"{" (${starts.join(' | ')})? "}"`;
  }
}

/** Larger numbers of items are left to the reader of the answer. */
const mostCounted = 100;

function countedList(item: string, { minItems, maxItems }: Schema): string {
  const [least, most] = [minItems, maxItems].map((given) =>
    typeof given === 'number' && given >= 0 && given <= mostCounted ? Math.floor(given) : null,
  );
  if (most === 0) return '"[]"';
  const isPlain = (least ?? 0) <= 1 && most === null;
  const times = isPlain ? '*' : `{${Math.max(0, (least ?? 0) - 1)},${most === null ? '' : (most ?? 1) - 1}}`;
  const items = `${item} (", " ${item})${times}`;
  return least ? `"[" ${items} "]"` : `"[" (${items})? "]"`;
}

function group(choices: readonly string[]): string {
  return choices.length === 0 ? 'any' : `(${choices.join(' | ')})`;
}

/** The schema that a local reference leads to; null if there is none. */
function referred(reference: string, top: Schema): unknown {
  const steps = reference.startsWith('#/') ? reference.slice(2).split('/') : null;
  return steps?.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null
        ? (value as Schema)[step.replaceAll('~1', '/').replaceAll('~0', '~')]
        : null,
    top,
  );
}

/** JSON as chat templates write it, with a space after commas and colons. */
function jsonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, each]) => `${JSON.stringify(key)}: ${jsonOf(each)}`)
      .join(', ')}}`;
  return JSON.stringify(value) ?? 'null';
}

/** A text of the grammar. */
function literal(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}"`;
}
