import { count } from '../../../platform/words/format.ts';
import type { ListedTool, Tools } from '../parts/tools.ts';
import { amountWords, listLine, pairWords } from './change-words.ts';
import { isChanged, type Pair, type PartChange, pairOf, without } from './part-change.ts';

type ChangedArguments = {
  tool: string;
  gone: string[];
  new: string[];
  /** An argument in the place of another one: a guess. */
  renamed: Pair<string>[];
  /** Required before, and now optional. */
  optional: string[];
};

export type ToolsChange = {
  /** Arguments of earlier tools without which a call now fails. */
  required: { tool: string; argument: string; insteadOf: string | null }[];
  gone: string[];
  new: string[];
  /** A new tool that takes the arguments of a tool that is gone: a guess. */
  renamed: Pair<string>[];
  arguments: ChangedArguments[];
  /** Tools with another description, or with another schema of the same arguments. */
  texts: string[];
  tokens: Pair<number>;
  tools: Pair<number>;
  instructionTokens: Pair<number>;
  protocol: Pair<string | null>;
};

export const toolsChange: PartChange<Tools, ToolsChange> = {
  compare(before, after) {
    const names = pairOf(before, after, ({ tools }) => new Set(tools.map(({ name }) => name)));
    const gone = before.tools.filter(({ name }) => !names.to.has(name));
    const fresh = after.tools.filter(({ name }) => !names.from.has(name));
    const renamed = renamedTools(gone, fresh);
    const isRenamed = pairOf(
      new Set(renamed.map(({ from }) => from.name)),
      new Set(renamed.map(({ to }) => to.name)),
      (set) => (tool: ListedTool) => set.has(tool.name),
    );
    const kept = before.tools.flatMap((from) => {
      const to = after.tools.find(({ name }) => name === from.name);
      return to ? [{ from, to }] : [];
    });
    const pairs = [...kept, ...renamed];
    const changed = pairs.map(argumentsOf).filter((each) => each !== null);
    const required = pairs.flatMap(({ from, to }) => {
      const renamedHere = changed.find(({ tool }) => tool === to.name)?.renamed ?? [];
      return newlyRequired(from, to).map((argument) => ({
        ...{ tool: to.name, argument },
        insteadOf: renamedHere.find((each) => each.to === argument)?.from ?? null,
      }));
    });
    const hasOther = new Set([...changed, ...required].map(({ tool }) => tool));
    return {
      required,
      gone: gone.filter((tool) => !isRenamed.from(tool)).map(({ name }) => name),
      new: fresh.filter((tool) => !isRenamed.to(tool)).map(({ name }) => name),
      renamed: renamed.map(({ from, to }) => ({ from: from.name, to: to.name })),
      arguments: changed,
      texts: kept
        .filter(({ from, to }) => from.sha256 !== to.sha256 && !hasOther.has(to.name))
        .map(({ to }) => to.name),
      tokens: pairOf(before, after, ({ list }) => list.tokens),
      tools: pairOf(before, after, ({ list }) => list.tools),
      instructionTokens: pairOf(before, after, ({ instructions }) => instructions?.tokens ?? 0),
      protocol: pairOf(before, after, ({ protocol }) => protocol),
    };
  },
  lines: (change) => [
    ...change.required.map(
      ({ tool, argument, insteadOf }) =>
        `newly required: ${argument} of ${tool}${insteadOf === null ? '' : `, in place of ${insteadOf}`}`,
    ),
    ...listLine('tools gone', change.gone),
    ...listLine('tools new', change.new),
    ...listLine(
      'tools probably renamed',
      change.renamed.map((each) => pairWords(each)),
    ),
    ...argumentLines(change),
    ...listLine('other words, or another schema', change.texts),
    ...(isChanged(change.tokens)
      ? [`tokens of the tool list: ${amountWords(change.tokens)}; ${toolsWords(change.tools)}`]
      : []),
    ...(isChanged(change.instructionTokens)
      ? [`tokens of the instructions: ${amountWords(change.instructionTokens)}`]
      : []),
    ...(isChanged(change.protocol)
      ? [`MCP: ${change.protocol.from ?? 'unknown'} -> ${change.protocol.to ?? 'unknown'}`]
      : []),
  ],
};

function toolsWords({ from, to }: Pair<number>): string {
  return from === to ? count(to, 'tool') : `${from} -> ${count(to, 'tool')}`;
}

/** Tools whose arguments changed in the same way have one line. */
function argumentLines({ arguments: changed, required, tools: all }: ToolsChange): string[] {
  const words = changed.map((each) => ({ tool: each.tool, words: argumentWords(each, required) }));
  const alike = Map.groupBy(words, (each) => each.words);
  return [...alike].flatMap(([said, tools]) => {
    const names = tools.map(({ tool }) => tool);
    if (said === '') return [];
    if (names.length > 1 && names.length === all.to) return [`arguments of all ${all.to} tools: ${said}`];
    return [`arguments of ${names.join(', ')}: ${said}`];
  });
}

/** Without the newly required arguments, which have lines of their own; empty if nothing else changed. */
function argumentWords(
  { tool, gone, new: fresh, renamed, optional }: ChangedArguments,
  required: ToolsChange['required'],
): string {
  const named = new Set(required.flatMap((each) => (each.tool === tool ? each.argument : [])));
  return [
    ...listLine('gone', gone),
    ...listLine(
      'new',
      fresh.filter((argument) => !named.has(argument)),
    ),
    ...listLine(
      'renamed',
      renamed.filter(({ to }) => !named.has(to)).map((each) => pairWords(each)),
    ),
    ...listLine('no longer required', optional),
  ].join('; ');
}

/** An argument inside an optional new object is required only with this object. */
function newlyRequired(from: ListedTool, to: ListedTool): string[] {
  const known = new Set(from.arguments);
  const isOld = new Set(from.required);
  const found = new Set<string>();
  for (const path of to.required) {
    const above = aboveOf(path);
    const isNeeded = above === null || known.has(above) || found.has(above);
    if (!isOld.has(path) && isNeeded) found.add(path);
  }
  return [...found];
}

/** The argument around one: `fields` of `fields[].name`. */
function aboveOf(path: string): string | null {
  const at = path.lastIndexOf('.');
  return at === -1 ? null : path.slice(0, at).replace(/\[\]$/, '');
}

/** Null if the tool takes the same arguments. */
function argumentsOf({ from, to }: Pair<ListedTool>): ChangedArguments | null {
  const gone = without(from.arguments, to.arguments);
  const fresh = without(to.arguments, from.arguments);
  const optional = from.required.filter((path) => to.arguments.includes(path) && !to.required.includes(path));
  if (gone.length + fresh.length + optional.length === 0) return null;
  const renamed = renamedArguments(
    gone.map((path) => placed(path, from)),
    fresh.map((path) => placed(path, to)),
  );
  return {
    tool: to.name,
    gone: without(
      gone,
      renamed.map((each) => each.from),
    ),
    new: without(
      fresh,
      renamed.map((each) => each.to),
    ),
    renamed,
    optional,
  };
}

type Placed = { path: string; place: string; isRequired: boolean };

function placed(path: string, { required }: ListedTool): Placed {
  const isRequired = required.includes(path);
  return { path, place: `${aboveOf(path)} ${isRequired}`, isRequired };
}

/** In one place as many gone as new arguments: one required one of each, or names that begin alike. */
function renamedArguments(gone: readonly Placed[], fresh: readonly Placed[]): Pair<string>[] {
  const [old, now] = [gone, fresh].map((all) => Map.groupBy(all, ({ place }) => place));
  return [...(old ?? [])].flatMap(([place, of]) => {
    const others = now?.get(place) ?? [];
    if (others.length !== of.length) return [];
    const pairs = of.map(({ path }, at) => ({ from: path, to: others[at]?.path ?? '' }));
    const isSure = of.length === 1 && of.every(({ isRequired }) => isRequired);
    return isSure ? pairs : pairs.filter(({ from, to }) => from.slice(0, 3) === to.slice(0, 3));
  });
}

/** Only where exactly one new tool fits a gone one. */
function renamedTools(gone: readonly ListedTool[], fresh: readonly ListedTool[]): Pair<ListedTool>[] {
  return gone.flatMap((from) => {
    const fits = fresh.filter((to) => isLike(from, to));
    const [to] = fits;
    const others = gone.filter((each) => to && isLike(each, to));
    return to && fits.length === 1 && others.length === 1 ? [{ from, to }] : [];
  });
}

function isLike(from: ListedTool, to: ListedTool): boolean {
  const isWithin = without(from.arguments, to.arguments).length === 0;
  const isSame = isWithin && from.arguments.length === to.arguments.length;
  const hasSameWords =
    from.tokens.description === to.tokens.description && from.tokens.schema === to.tokens.schema;
  const contains = from.name.includes(to.name) || to.name.includes(from.name);
  return (isSame && hasSameWords) || (isWithin && contains);
}
