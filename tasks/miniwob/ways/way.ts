import type { OpenedPage, RawStep } from '../../../harness/task/templates/template.ts';

/** The solution of a page under its seed, from its goal and its HTML. Throws for an instance that it does not fit. */
export type Way = (page: OpenedPage) => readonly RawStep[];

/** The page without its scripts and styles. */
export function shown({ goal, html }: OpenedPage): OpenedPage {
  return { goal, html: html.replace(/<(script|style)\b.*?<\/\1>/gs, '') };
}

/** The groups of the first match. Throws without one. */
export function groups(text: string, pattern: RegExp): string[] {
  const found = pattern.exec(text);
  if (!found) throw new Error(`no match of ${pattern} in ${text.slice(0, 200)}`);
  return found.slice(1).map((each) => each ?? '');
}

/** The groups of every match. */
export function every(text: string, pattern: RegExp): string[][] {
  return [...text.matchAll(pattern)].map((found) => found.slice(1).map((each) => each ?? ''));
}

/** The quoted words of a goal. */
export function quoted(goal: string): string[] {
  return every(goal, /"([^"]+)"/g).map(([words = '']) => words);
}

/** The text of an element, without its tags and the spaces around it. */
export function textIn(html: string): string {
  return decoded(html.replace(/<[^>]*>/g, '')).trim();
}

/** A text of HTML without its character references. */
export function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

export const click = (role: string, name: string | null, nth?: number): RawStep => ({
  click: { role, ...(name === null ? {} : { name }), ...(nth === undefined ? {} : { nth }) },
});

/** Clicks the first element with the name, whatever its role: servers give different roles to plain text. */
export const clickText = (name: string): RawStep => ({ click: { name, nth: 1 } });

export const fill = (nth: number, text: string, role = 'textbox'): RawStep => ({ fill: { role, nth, text } });

export const submit = click('button', 'Submit');

export const done: RawStep = { done: {} };
