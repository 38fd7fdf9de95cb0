import type { Contract } from '../contract/contract.ts';
import { kindsOf } from '../contract/kinds-of.ts';
import type { Result } from '../result/result.ts';
import type { Task } from '../task/task.ts';

/** What a page would have to show for a contract's `dom_text` and `dom_count` clauses to hold. */
export type Wanted = {
  texts: { selector: string; contains: string }[];
  counts: { selector: string; value: number }[];
};

/** Of an `or` the first alternative is wanted; what a `not` forbids is left as the page has it. */
export function wantedOf(contract: Contract): Wanted {
  switch (contract.kind) {
    case 'and': {
      const all = contract.children.map(wantedOf);
      return { texts: all.flatMap(({ texts }) => texts), counts: all.flatMap(({ counts }) => counts) };
    }
    case 'or': {
      const [first] = contract.children;
      return first ? wantedOf(first) : { texts: [], counts: [] };
    }
    case 'dom_text':
      return { texts: [{ selector: contract.selector, contains: contract.contains }], counts: [] };
    case 'dom_count':
      return { texts: [], counts: [{ selector: contract.selector, value: contract.value }] };
    default:
      return { texts: [], counts: [] };
  }
}

/** How a forged page must end: told from the real one where the outcome is looked at again, else as a failure. */
export function forgedEnd({ verify, success }: Task): Result['status'][] {
  return verify === 'reload' && canBeForged(success) ? ['tampered'] : ['failed'];
}

/** Whether one script call can make a page that such a contract's first look passes. */
function canBeForged(contract: Contract): boolean {
  return kindsOf(contract).every((kind) =>
    ['url', 'dom_text', 'dom_count', 'and', 'or', 'not'].includes(kind),
  );
}

/**
 * A function expression that makes the page it runs in show what is wanted, building elements where none matches,
 * and then sets the address by the history API alone.
 */
export function forgingScript(wanted: Wanted, address: string | null): string {
  return `() => (${forge})(${JSON.stringify({ ...wanted, address })})`;
}

/** A whole document that shows what is wanted; no script in it. */
export function forgedDocument(wanted: Wanted): string {
  const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const texts = wanted.texts.map(({ selector, contains }) => elementFor(selector, escaped(contains)));
  const counts = wanted.counts.map(({ selector, value }) => elementFor(selector, '').repeat(value));
  return `<!doctype html><meta charset="utf-8"><title>x</title><body>${[...texts, ...counts].join('')}</body>`;
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

/** Runs in the page: its source is sent there, so it can use nothing from outside. */
function forge({ texts, counts, address }: Wanted & { address: string | null }): string {
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
  return location.href;
}
