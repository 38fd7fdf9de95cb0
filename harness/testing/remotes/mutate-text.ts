/** What no reader of JSON expects in the place of another token. */
const oddTokens = [
  ...[
    'null',
    'true',
    '{}',
    '[]',
    '[[[]]]',
    '""',
    '-1',
    '0',
    '0.5',
    '1e308',
    '1e999',
    '9007199254740993',
    '5e-324',
  ],
  ...[
    'NaN',
    '"\\n::error::x"',
    '"\\u0000"',
    '"\\u001b[2J"',
    '"\\ud800"',
    '"__proto__"',
    '"constructor"',
    '"x\\ny"',
  ],
  ...[
    '"2026-02-30T00:00:00Z"',
    '"9999-12-31T23:59:59Z"',
    '"0000-01-01T00:00:00Z"',
    '"/etc/passwd"',
    '"passed"',
  ],
  ...[
    '"__proto__":',
    '"x\\ny":1,',
    '"toString":{},',
    `"${'x'.repeat(5000)}"`,
    `${'['.repeat(2000)}`,
    '\n',
    '"',
  ],
];
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;

/** One to three changes of a JSON text; the same for the same `random`, which draws from [0, 1). */
export function mutateText(text: string, random: () => number): string {
  let mutated = text;
  for (let left = below(random, 3); left >= 0; left -= 1) mutated = changeOnce(mutated, random);
  return mutated;
}

function changeOnce(text: string, random: () => number): string {
  const changes = [changeToken, changeToken, changeToken, changeCharacter, changeSlice];
  return pick(random, changes)?.(text, random) ?? text;
}

/** Replaces, removes or doubles a token. */
function changeToken(text: string, random: () => number): string {
  const found = pick(random, [...text.matchAll(token)]);
  if (!found) return text;
  const [old] = found;
  const odd = pick(random, oddTokens) ?? '';
  const now = pick(random, [odd, odd, odd, '', old + old, odd + old]) ?? '';
  return splice(text, found.index, old.length, now);
}

function changeCharacter(text: string, random: () => number): string {
  return splice(text, below(random, text.length), below(random, 2), String.fromCharCode(below(random, 256)));
}

/** Cuts the text, or removes or doubles a part of it. */
function changeSlice(text: string, random: () => number): string {
  const from = below(random, text.length);
  const length = below(random, 200);
  const now = pick(random, ['', text.slice(from, from + length).repeat(2)]) ?? '';
  return random() < 0.1 ? text.slice(0, from) : splice(text, from, length, now);
}

function splice(text: string, at: number, length: number, now: string): string {
  return text.slice(0, at) + now + text.slice(at + length);
}

function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}

function pick<T>(random: () => number, of: readonly T[]): T | undefined {
  return of[below(random, of.length)];
}
