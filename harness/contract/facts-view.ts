import type { DialogFact, Facts, Mark, RequestFact } from './facts.ts';

/**
 * Whether the pattern finds a match in the input, or why that could not be said. Handed in because a
 * regular expression needs a time box, which needs `node:vm`, which a pure judge does not have.
 */
export type Match = (pattern: string, input: string) => { matched: boolean } | { reason: string };

/** Characters; a longer input is inconclusive and not cut. */
export const longestInput = 10_000;

type Read<T> = { value: T } | { reason: string };

export type FactsView = {
  url(): Read<{ url: string; length: number }>;
  /** `null`: no element matches. */
  text(selector: string): Read<{ length: number; pieces: readonly string[] } | null>;
  count(selector: string): Read<number>;
  requests(since: Mark): Read<{ scanned: number; requests: readonly RequestFact[] }>;
  dialog(): Read<DialogFact | null>;
  screenshot(classId: string): Read<{ hash: string; exemplars: ReadonlyMap<string, string> }>;
  match: Match;
};

/** How an operator reads facts: what is missing, broken or unreadable comes back as a reason. */
export function viewFacts(facts: Facts, match: Match): FactsView {
  const page = <T>(read: () => Read<T>): Read<T> =>
    facts.unreadable === null ? read() : { reason: `the page could not be read: ${facts.unreadable}` };
  return {
    url: () =>
      page(() =>
        facts.url === null
          ? { reason: 'there is no page' }
          : { value: { url: facts.url, length: facts.urlLength ?? facts.url.length } },
      ),
    text: (selector) =>
      page(() => {
        const text = own(facts.texts, selector);
        if (text === undefined) return missing(`text of ${selector}`);
        if ('error' in text) return { reason: text.error };
        return { value: text.found ? text : null };
      }),
    count: (selector) =>
      page(() => {
        const count = own(facts.counts, selector);
        if (count === undefined) return missing(`count of ${selector}`);
        return 'error' in count ? { reason: count.error } : { value: count.count };
      }),
    // The log and the dialog are told by the browser, not by the page.
    requests: (since) => {
      if (facts.requests === undefined) return missing('network log');
      const requests = requestsSince(facts, since);
      return { value: { scanned: facts.scanned?.[since] ?? requests.length, requests } };
    },
    dialog: () => (facts.dialog === null ? page(() => ({ value: null })) : { value: facts.dialog }),
    screenshot: (classId) => page(() => screenshotOf(facts, classId)),
    match,
  };
}

/** From the mark on, the mark included. Before the first tool call nothing has happened since it. */
export function requestsSince(facts: Facts, since: Mark): RequestFact[] {
  const mark = facts.marks[since] ?? Number.POSITIVE_INFINITY;
  return (facts.requests ?? []).filter((request) => request.atMs >= mark);
}

export function tooLong(length: number): string {
  return `${length} characters are too many to match a pattern against (at most ${longestInput})`;
}

function screenshotOf(facts: Facts, classId: string): ReturnType<FactsView['screenshot']> {
  const exemplars = own(facts.screenshotClasses ?? {}, classId);
  if (exemplars === undefined) return { reason: `unknown screenshot class ${classId}` };
  if (Object.keys(exemplars).length === 0) return { reason: `the screenshot class ${classId} is empty` };
  if (facts.screenshot === undefined) return missing('screenshot');
  if ('error' in facts.screenshot) return { reason: facts.screenshot.error };
  return { value: { hash: facts.screenshot.hash, exemplars: new Map(Object.entries(exemplars)) } };
}

/** A selector may be called `constructor`. */
function own<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function missing(what: string): { reason: string } {
  return { reason: `the ${what} was not collected` };
}
