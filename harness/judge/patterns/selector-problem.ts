const functions = new Set(
  'is where not has nth-child nth-last-child nth-of-type nth-last-of-type lang dir host host-context state'.split(
    ' ',
  ),
);
/** Functions whose argument is a list of selectors. Arguments of other functions are not checked. */
const ofSelectors = new Set(['is', 'where', 'not', 'has']);
const states = new Set(
  [
    'active any-link autofill checked default defined disabled empty enabled first-child first-of-type focus',
    'focus-visible focus-within fullscreen future host hover in-range indeterminate invalid last-child last-of-type',
    'link modal only-child only-of-type open optional out-of-range past paused picture-in-picture placeholder-shown',
    'playing popover-open read-only read-write required root scope target user-invalid user-valid valid visited',
    'after before first-letter first-line',
  ]
    .join(' ')
    .split(' '),
);

const ident = String.raw`(?:--|-?(?:[_a-z\u0080-\uffff]|\\[^\n]))(?:[\w\u0080-\uffff-]|\\[^\n])*`;
const text = String.raw`"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'`;
const attribute = new RegExp(
  String.raw`\[\s*(?:\*?\|)?${ident}\s*(?:[~|^$*]?=\s*(?:${ident}|${text})\s*(?:[is]\s*)?)?\]`,
  'iuy',
);
const simple = new RegExp(`[#.]${ident}`, 'iuy');
const type = new RegExp(String.raw`(?:\*?\|)?(?:${ident}|\*)`, 'iuy');
const pseudo = new RegExp(`(::?)(${ident})(\\(?)`, 'iuy');
const combinator = /\s*[>+~]\s*|\s+(?![,>+~)]|$)/y;
const space = /\s*/y;

/** Null if this is a CSS selector that a browser's `querySelector` accepts, as far as that can be checked without a browser. */
export function selectorProblem(selector: string): string | null {
  let at = 0;
  const take = (form: RegExp) => {
    form.lastIndex = at;
    const found = form.exec(selector);
    if (found) at = form.lastIndex;
    return found;
  };
  try {
    list(false);
    if (at < selector.length) stop();
    return null;
  } catch (error) {
    if (error instanceof Problem) return `must be a CSS selector (${error.message})`;
    throw error;
  }

  function list(relative: boolean): void {
    do {
      take(space);
      if (relative) take(/[>+~]\s*/y);
      do compound();
      while (take(combinator));
      take(space);
    } while (take(/,/y));
  }

  function compound(): void {
    const from = at;
    take(type);
    while (take(simple) ?? take(attribute) ?? pseudoClass());
    if (at === from) stop();
  }

  function pseudoClass(): boolean {
    const from = at;
    const [found, colons = '', name = '', opens = ''] = take(pseudo) ?? [];
    if (found === undefined) return false;
    const isKnown = opens === '' ? states.has(name.toLowerCase()) : functions.has(name.toLowerCase());
    if (colons === ':' && !isKnown && !name.startsWith('-'))
      throw new Problem(`:${name}${opens && '()'} is not a CSS pseudo-class`);
    if (opens === '') return true;
    if (ofSelectors.has(name.toLowerCase())) list(name === 'has');
    else take(/[^()]*/y);
    if (!take(/\)/y)) stop(from);
    return true;
  }

  function stop(from = at): never {
    throw new Problem(
      from >= selector.length ? 'it ends too early' : `not at "${selector.slice(from, from + 30)}"`,
    );
  }
}

class Problem extends Error {}

/** Null if the pattern is a valid JavaScript regular expression. */
export function syntaxProblem(pattern: string): string | null {
  try {
    new RegExp(pattern);
    return null;
  } catch (error) {
    // V8's message is "Invalid regular expression: /(/: Unterminated group"; the pattern is shown elsewhere.
    const cause = String(error).replace(/^.*: (?=[^:]*$)/s, '');
    return `must be a JavaScript regular expression (${cause})`;
  }
}
