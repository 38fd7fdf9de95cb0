import type { Contract, LeafClause } from '../../../judge/contract.ts';
import {
  childrenOf,
  isLogical,
  leafOperator,
  leavesOf,
  logicalOperator,
} from '../../../judge/operator-of.ts';
import type { Forgery } from '../../../judge/operators/operator.ts';
import type { Result } from '../../../results/records/result.ts';
import { matchInTime } from '../../../task/match-in-time.ts';
import type { Task } from '../../../task/task.ts';

/** The page content, host state and answer that would satisfy a contract. */
export type Wanted = Required<Forgery>;

export function wantedOf(contract: Contract): Wanted {
  const forgeries = forgedLeaves(contract).map((clause) => leafOperator(clause).forged(clause, matchInTime));
  return {
    texts: forgeries.flatMap(({ texts = [] }) => texts),
    counts: forgeries.flatMap(({ counts = [] }) => counts),
    rows: forgeries.flatMap(({ rows = [] }) => rows),
    answers: forgeries.flatMap(({ answers = [] }) => answers),
    requests: [...new Set(forgeries.flatMap(({ requests = [] }) => requests))],
  };
}

function forgedLeaves(clause: Contract): LeafClause[] {
  if (!isLogical(clause)) return [clause];
  return logicalOperator(clause).forged(childrenOf(clause)).flatMap(forgedLeaves);
}

/** The required status of a forged page: detected if the outcome is observed again, else a failure. */
export function forgedEnd({ verify, success }: Pick<Task, 'verify' | 'success'>): Result['status'][] {
  return verify === 'reload' && canBeForged(success) ? ['tampered'] : ['failed'];
}

/**
 * The same if the forger also sends the required requests: the hosts' state or the second observation must detect it.
 */
export function forgedEndWithRequests({
  verify,
  success,
}: Pick<Task, 'verify' | 'success'>): Result['status'][] {
  return verify === 'live' ? ['failed', 'tampered', 'inconclusive'] : forgedEnd({ verify, success });
}

/** Whether one script call can forge a page that passes the first observation of a contract. */
function canBeForged(contract: Contract): boolean {
  return leavesOf(contract).every((clause) => leafOperator(clause).seenAfterReload);
}

/**
 * A function expression that makes its page show the wanted content, with new elements if none matches. Then it sets
 * the address with the history API.
 */
export function forgingScript(wanted: Wanted, address: string | null): string {
  return `() => (${forge})(${JSON.stringify({ ...wanted, address, done: forgedMark })})`;
}

/** The script's answer, in front of the new address of the page. */
export const forgedMark = 'forged at';

/** The title of a forged document. */
export const forgedTitle = 'forged by a control';

/** A whole document with the wanted content, without scripts. */
export function forgedDocument(wanted: Wanted): string {
  const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const texts = wanted.texts.map(({ selector, contains }) => elementFor(selector, escaped(contains)));
  const counts = wanted.counts.map(({ selector, value }) => elementFor(selector, '').repeat(value));
  return `<!doctype html><meta charset="utf-8"><title>${forgedTitle}</title><body>${[...texts, ...counts].join('')}</body>`;
}

function elementFor(selector: string, content: string): string {
  const parts = (selector.split(',')[0] ?? '').trim().split(/\s*>\s*|\s+/);
  return parts.reduceRight((inner, part) => {
    const tag = /^[a-z][a-z0-9-]*/i.exec(part)?.[0] ?? 'div';
    if (tag === 'body' || tag === 'html') return inner;
    const id = /#([\w-]+)/.exec(part)?.[1] ?? /\[id="?([^"\]]+)"?\]/.exec(part)?.[1];
    const names = [...part.replace(/\[[^\]]*\]/g, '').matchAll(/\.([\w-]+)/g)].map((match) => match[1]);
    return `<${tag}${id ? ` id="${id}"` : ''}${names.length > 0 ? ` class="${names.join(' ')}"` : ''}>${inner}</${tag}>`;
  }, content);
}

/** Runs in the page. Its source is sent there, so it cannot use names from outside. */
function forge({ texts, counts, address, done }: Wanted & { address: string | null; done: string }): string {
  const build = (selector: string): Element => {
    const parts = (selector.split(',')[0] ?? '').trim().split(/\s*>\s*|\s+/);
    let parent: Element = document.body;
    for (const [index, part] of parts.entries()) {
      const last = index === parts.length - 1;
      const standing = last ? null : document.querySelector(parts.slice(0, index + 1).join(' '));
      if (standing) {
        parent = standing;
        continue;
      }
      const tag = /^[a-z][a-z0-9-]*/i.exec(part)?.[0] ?? 'div';
      if (tag === 'body' || tag === 'html') continue;
      const element = document.createElement(tag);
      const id = /#([\w-]+)/.exec(part)?.[1] ?? /\[id="?([^"\]]+)"?\]/.exec(part)?.[1];
      if (id) element.id = id;
      for (const match of part.replace(/\[[^\]]*\]/g, '').matchAll(/\.([\w-]+)/g))
        element.classList.add(match[1] ?? '');
      parent.append(element);
      parent = element;
    }
    return parent;
  };
  for (const { selector, contains } of texts) {
    (document.querySelector(selector) ?? build(selector)).append(document.createTextNode(` ${contains} `));
  }
  for (const { selector, value } of counts) {
    while (document.querySelectorAll(selector).length > value) document.querySelector(selector)?.remove();
    while (document.querySelectorAll(selector).length < value) build(selector);
  }
  if (address !== null) history.replaceState(null, '', address);
  return `${done} ${location.href}`;
}
