import { syntaxProblem } from '../contract/clause-fields.ts';
import type { LeafClause } from '../contract/contract.ts';
import type { Facts } from '../contract/facts.ts';
import type { Match } from '../contract/facts-view.ts';
import { judge } from '../contract/judge.ts';
import { samplePattern } from './pattern-sample.ts';
import { withPiece } from './text-facts.ts';

/** Facts as near to these as may be on which the clause holds, made out of what it wants; null where that failed. */
export function holdClause(clause: LeafClause, facts: Facts, match: Match): Facts | null {
  const held = candidates(clause, facts, match).find(
    (candidate) => judge(clause, candidate, match).outcome === 'passed',
  );
  return held ?? null;
}

function candidates(clause: LeafClause, facts: Facts, match: Match): Facts[] {
  switch (clause.kind) {
    case 'url': {
      const { urlLength: _, ...short } = facts;
      const sample = samplePattern(clause.pattern, match);
      if (sample === null) return [];
      const urls = urlsOf(sample, facts.url);
      return urls.map((url) => ({ ...short, url }));
    }
    case 'dom_text': {
      const text = Object.hasOwn(facts.texts, clause.selector) ? facts.texts[clause.selector] : undefined;
      return [{ ...facts, texts: { ...facts.texts, [clause.selector]: withPiece(text, clause.contains) } }];
    }
    case 'dom_count':
      return [{ ...facts, counts: { ...facts.counts, [clause.selector]: { count: clause.value } } }];
    case 'network':
      return requested(clause, facts, match);
    case 'screenshot_class': {
      const { screenshotClasses = {} } = facts;
      const exemplars = Object.hasOwn(screenshotClasses, clause.class_id)
        ? screenshotClasses[clause.class_id]
        : {};
      return Object.values(exemplars ?? {}).map((hash) => ({ ...facts, screenshot: { hash } }));
    }
    case 'no_dialog':
      return [{ ...facts, dialog: null }];
  }
}

/** A sample that is no URL by itself is the end of one, of the page's where there is a page. */
function urlsOf(sample: string, current: string | null): string[] {
  if (/^[a-z]+:/i.test(sample)) return [sample, `${current ?? ''}${sample}`];
  return [...(current === null ? [] : [current + sample]), `https://somewhere.test/${sample}`, sample];
}

/** The request comes first of those since the mark, so that none that can't be matched hides it. */
function requested(clause: Extract<LeafClause, { kind: 'network' }>, facts: Facts, match: Match): Facts[] {
  const { url_pattern, status_in, since } = clause;
  const atMs = facts.marks[since];
  const sample = syntaxProblem(url_pattern) === null ? samplePattern(url_pattern, match) : url_pattern;
  const [status] = status_in;
  if (atMs === null || status === undefined || sample === null) return [];
  return urlsOf(sample, null).map((url) => ({
    ...facts,
    requests: [{ url, status, atMs }, ...(facts.requests ?? [])],
  }));
}
