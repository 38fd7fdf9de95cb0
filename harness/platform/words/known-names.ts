/** The table's own member of a name from outside; `constructor` and its like are members that every object inherits. */
export function ownOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

const maxShown = 40;
const maxMeant = 3;

/**
 * To follow the name of what is not there: which names it is near to, and which there are; of many only how many, and
 * `lists`, the command that lists them.
 */
export function thereIs(name: string, known: readonly string[], lists: string | null = null): string {
  const near = nearest(name, known).slice(0, maxMeant);
  const meant = near.length > 0 ? `did you mean ${near.join(' or ')}? ` : '';
  if (known.length <= maxShown) return `${meant}there is ${known.join(', ') || 'none'}`;
  return `${meant}there are ${known.length}${lists === null ? `, among them ${known.slice(0, maxMeant).join(', ')}` : `, which ${lists} lists`}`;
}

/** Known names that may have been meant, the nearest first. */
function nearest(name: string, known: readonly string[]): string[] {
  const limit = Math.max(1, Math.floor(name.length / 3));
  return byLikeness(name, known)
    .filter(({ distance, isPart }) => distance <= limit || isPart)
    .map(({ other }) => other);
}

/** Known names, those that are most like a name first; of equals in their order. */
export function mostAlikeFirst(name: string, known: readonly string[]): string[] {
  return byLikeness(name, known).map(({ other }) => other);
}

function byLikeness(name: string, known: readonly string[]) {
  const asked = name.toLowerCase();
  const words = wordsOf(asked);
  return known
    .map((other) => {
      const lower = other.toLowerCase();
      const isPart =
        asked.length >= 3 && lower.length >= 3 && (lower.includes(asked) || asked.includes(lower));
      const shared = wordsOf(lower).filter((word) => words.includes(word)).length;
      return { other, isPart, shared, distance: editDistance(asked, lower) };
    })
    .sort((a, b) => Number(b.isPart) - Number(a.isPart) || b.shared - a.shared || a.distance - b.distance);
}

function wordsOf(name: string): string[] {
  return name.split(/[^a-z0-9]+/);
}

/** How many letters must be put in, taken out or replaced (Levenshtein 1966). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
