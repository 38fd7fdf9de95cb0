import * as z from 'zod';
import { jsonOrUndefined } from '../../../platform/errors/json.ts';
import { Json, objectOf } from '../apis/api.ts';
import { callOrTextGrammar, callTags, jsonGrammar, textGrammar, toolGrammar } from './tool-grammar.ts';

/**
 * The form of an answer, which a grammar holds. `calls`: one call, of `tool` alone if it is set. `calls_or_text`: one call
 * or a text. `json`: a value of a schema; any object without one.
 */
export const AnswerForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('calls'), tool: z.string().optional() }),
  z.object({ kind: z.literal('calls_or_text') }),
  z.object({ kind: z.literal('text') }),
  z.object({ kind: z.literal('json'), schema: Json.nullable() }),
]);
export type AnswerForm = z.infer<typeof AnswerForm>;

/** The form of every answer to the harness's own loop, and of stored answers without a form. */
export const ownForm: AnswerForm = { kind: 'calls' };

/** What the runtime needs for a form. `isCall`: the prompt opens a call, and the answer ends with it. */
export function heldBy(form: AnswerForm, tools: readonly Json[]): { grammar: string; isCall: boolean } {
  if (form.kind !== 'calls') return { grammar: freeGrammar(form, tools), isCall: false };
  const { tool } = form;
  const callable = tool === undefined ? tools : tools.filter((each) => nameOf(each) === tool);
  return { grammar: grammarOf(callable), isCall: true };
}

/** The grammar of one call of the tools of a request in chat completions. */
export function grammarOf(tools: readonly Json[]): string {
  return toolGrammar(tools.map(calledTool));
}

function freeGrammar(form: Exclude<AnswerForm, { kind: 'calls' }>, tools: readonly Json[]): string {
  if (form.kind === 'calls_or_text') return callOrTextGrammar(tools.map(calledTool));
  return form.kind === 'text' ? textGrammar : jsonGrammar(form.schema);
}

function calledTool(tool: Json): { name: string; schema: Json } {
  return { name: nameOf(tool), schema: objectOf(objectOf(tool.function).parameters) };
}

/** The name of a tool of chat completions. */
export function nameOf(tool: Json): string {
  return String(objectOf(tool.function).name);
}

/** The call in a text of the grammar; null if the answer was cut. */
export function callIn(text: string): { name: string; args: Json } | null {
  const value = objectOf(jsonOrUndefined(text));
  return typeof value.name === 'string' ? { name: value.name, args: objectOf(value.arguments) } : null;
}

/** The text of the call in a whole answer; null if the answer is a text. */
export function callTextIn(form: AnswerForm, text: string): string | null {
  if (form.kind === 'calls') return text;
  const { opening, closing } = callTags;
  return form.kind === 'calls_or_text' && text.startsWith(opening) && text.endsWith(closing)
    ? text.slice(opening.length, -closing.length)
    : null;
}
