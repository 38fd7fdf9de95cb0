import type { LeafClause } from '../contract/contract.ts';
import type { Facts, RequestFact } from '../contract/facts.ts';
import { type Match, requestsSince } from '../contract/facts-view.ts';
import { scanRequests } from '../contract/scan-requests.ts';
import { inverse, justOutside } from './far-hash.ts';
import { nearMisses } from './near-miss-text.ts';
import { nearMissUrls } from './near-miss-urls.ts';
import { hasText, replaceText, withPiece } from './text-facts.ts';

export type NamedFacts = { name: string; facts: Facts };

type Clause<K extends LeafClause['kind']> = Extract<LeafClause, { kind: K }>;

/**
 * Facts on which a clause that holds on `facts` nearly does: each differs in what that clause looks at alone. Empty
 * where what it looks at was not collected.
 */
export function breakClause(clause: LeafClause, facts: Facts, match: Match): NamedFacts[] {
  switch (clause.kind) {
    case 'url':
      return breakUrl(clause, facts);
    case 'dom_text':
      return breakText(clause, facts);
    case 'dom_count':
      return breakCount(clause, facts);
    case 'network':
      return breakNetwork(clause, facts, match);
    case 'screenshot_class':
      return breakScreenshot(clause, facts);
    case 'no_dialog':
      return [
        { name: 'dialog open', facts: { ...facts, dialog: { type: 'alert', message: 'Are you sure?' } } },
      ];
  }
}

function breakUrl({ pattern }: Clause<'url'>, facts: Facts): NamedFacts[] {
  if (facts.url === null || facts.urlLength !== undefined) return [];
  return nearMissUrls(facts.url, pattern).map(({ name, url }) => ({ name, facts: { ...facts, url } }));
}

/** What stands in the body stands in other elements too, so a near miss there is one in every text. */
function breakText({ selector, contains }: Clause<'dom_text'>, facts: Facts): NamedFacts[] {
  const text = Object.hasOwn(facts.texts, selector) ? facts.texts[selector] : undefined;
  if (text === undefined || !hasText(text, contains)) return [];
  const isChanged = (other: string) => selector === 'body' || other === selector;
  const misses = nearMisses(contains).map(({ name, text: miss }) => {
    const texts = Object.entries(facts.texts).map(([other, fact]) => [
      other,
      isChanged(other) ? replaceText(fact, contains, miss) : fact,
    ]);
    return { name, facts: { ...facts, texts: Object.fromEntries(texts) } };
  });
  const [first] = misses;
  if (selector === 'body' || first === undefined) return misses;
  const { texts } = first.facts;
  const body = withPiece(Object.hasOwn(texts, 'body') ? texts.body : undefined, contains);
  const elsewhere = { ...first.facts, texts: { ...texts, body } };
  return [...misses, { name: 'elsewhere on the page only', facts: elsewhere }];
}

function breakCount({ selector, op, value }: Clause<'dom_count'>, facts: Facts): NamedFacts[] {
  if (!Object.hasOwn(facts.counts, selector)) return [];
  const counted = (name: string, count: number) => ({
    name,
    facts: { ...facts, counts: { ...facts.counts, [selector]: { count } } },
  });
  return [
    ...(op === 'gte' ? [] : [counted('one too many', value + 1)]),
    ...(op === 'lte' || value === 0 ? [] : [counted('one too few', value - 1)]),
  ];
}

/** Every request that passes is changed: one that did not pass would be in another's place. */
function breakNetwork(clause: Clause<'network'>, facts: Facts, match: Match): NamedFacts[] {
  const { url_pattern, status_in, since } = clause;
  const passing = scanRequests(url_pattern, status_in, requestsSince(facts, since), match).passing;
  const [first] = passing;
  if (first === undefined) return [];
  const isPassing = new Set(passing);
  const changed = (change: (request: RequestFact) => RequestFact): Facts => ({
    ...facts,
    requests: (facts.requests ?? []).map((request) => (isPassing.has(request) ? change(request) : request)),
  });
  const status = otherStatus(status_in);
  const names = nearMissUrls(first.url, url_pattern).map(({ name }) => name);
  return [
    { name: `status ${status}`, facts: changed((request) => ({ ...request, status })) },
    ...names.map((name) => ({
      name: `request with ${name}`,
      facts: changed((request) => ({
        ...request,
        url: nearMissUrls(request.url, url_pattern).find((miss) => miss.name === name)?.url ?? 'about:blank',
      })),
    })),
    ...(since === 'last_tool_call'
      ? [{ name: 'before the last tool call', facts: early(facts, isPassing) }]
      : []),
  ];
}

/** 500 where it is not wanted, else 200; null (unanswered) where every status is wanted. */
function otherStatus(wanted: readonly number[]): number | null {
  const candidates = [500, 200, 404, 403, 302, ...Array.from({ length: 500 }, (_, index) => 100 + index)];
  return candidates.find((status) => !wanted.includes(status)) ?? null;
}

/** The requests happen at `contract_enter`; all else by so much later that the last tool call is after them. */
function early(facts: Facts, moved: ReadonlySet<RequestFact>): Facts {
  const { contract_enter, last_tool_call } = facts.marks;
  const later =
    last_tool_call === null || last_tool_call > contract_enter ? 0 : contract_enter - last_tool_call + 1;
  return {
    ...facts,
    marks: { contract_enter, last_tool_call: last_tool_call === null ? null : last_tool_call + later },
    requests: (facts.requests ?? []).map((request) => ({
      ...request,
      atMs: moved.has(request) ? contract_enter : request.atMs + later,
    })),
  };
}

function breakScreenshot({ class_id, distance_max }: Clause<'screenshot_class'>, facts: Facts): NamedFacts[] {
  const { screenshot, screenshotClasses = {} } = facts;
  const exemplars = Object.hasOwn(screenshotClasses, class_id) ? screenshotClasses[class_id] : undefined;
  if (screenshot === undefined || 'error' in screenshot || exemplars === undefined) return [];
  const outside = justOutside(screenshot.hash, Object.values(exemplars), distance_max);
  const seen = (name: string, hash: string) => ({ name, facts: { ...facts, screenshot: { hash } } });
  return [
    seen('screenshot far away', inverse(screenshot.hash)),
    ...(outside === null ? [] : [seen('screenshot one bit too far', outside)]),
  ];
}
