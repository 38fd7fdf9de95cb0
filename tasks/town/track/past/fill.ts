type Part = { readonly name: string; readonly begins: boolean };

export type Filling = Readonly<Record<string, string>>;

const read = new Map<string, readonly (string | Part)[]>();

/** Fills the braces of a template and capitalises the start of sentences. Throws if a brace has no value. */
export function fill(template: string, filling: Filling): string {
  let text = '';
  for (const part of partsOf(template)) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = filling[part.name];
    if (value === undefined) throw new Error(`nothing fills {${part.name}} of: ${template}`);
    text += part.begins ? `${value.charAt(0).toUpperCase()}${value.slice(1)}` : value;
  }
  return text;
}

/** Templates are the same in every world, so each is parsed once. */
function partsOf(template: string): readonly (string | Part)[] {
  const known = read.get(template);
  if (known) return known;
  let before = '';
  const parts = template.split(/\{([a-z.]+)\}/).map((piece, index) => {
    if (index % 2 === 0) {
      before = piece;
      return piece;
    }
    return { name: piece, begins: (index === 1 && before === '') || /([.!?]\s+|\n)$/.test(before) };
  });
  read.set(template, parts);
  return parts;
}
