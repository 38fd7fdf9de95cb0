import type { PageElement } from '../walkthroughs/page-element.ts';
import { isReference, type Reference } from './session-values.ts';

/** As in the arguments of a recorded call. */
type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A regular expression whose group finds the ref of this element in the answer that lists these elements; null where that does not say it. */
export function patternOf({ find, ref }: PageElement, elements: readonly PageElement[]): string | null {
  if (find === null) return null;
  const same = ({ find: other }: PageElement) => other?.before === find.before && other.after === find.after;
  const before = elements.filter(same).findIndex((each) => each.ref === ref);
  const skipped = `(?:${find.before}${find.ref}${find.after}[\\s\\S]*?){${before}}`;
  return `${before > 0 ? skipped : ''}${find.before}(${find.ref})${find.after}`;
}

/**
 * For recording: each argument that is the ref of an element becomes a reference to the newest answer that lists it, found
 * by the element's role and name. Refs are numbers in the order of the page, and of the next page that is a little
 * different they are those of other elements.
 */
export function bindRefs<Args extends Record<string, Json>>(
  args: Args,
  { elements }: { elements(answer: string): PageElement[] },
  answers: readonly string[],
): Record<string, Json> {
  const bind = (value: Json): Json => {
    if (typeof value === 'string') return referenceTo(value) ?? value;
    if (Array.isArray(value)) return value.map(bind);
    if (typeof value !== 'object' || value === null || isReference(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bind(each)]));
  };
  const referenceTo = (ref: string): Reference | null => {
    if (!/^[\w-]{1,40}$/.test(ref)) return null;
    for (let answer = answers.length - 1; answer >= 0; answer--) {
      const text = answers[answer] ?? '';
      const listed = text.includes(ref) ? elements(text) : [];
      const element = listed.find((each) => each.ref === ref);
      const find = element && patternOf(element, listed);
      if (find) return { $answer: answer, find };
    }
    return null;
  };
  return bind(args) as Record<string, Json>;
}
