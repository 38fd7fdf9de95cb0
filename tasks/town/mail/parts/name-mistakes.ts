type Named = { readonly id: string; readonly name: string };

/** The errors of a name: no two rows of a `noun` may share one. `id` is the row that gets the name; null for a new row. */
export function nameMistakes(
  rows: readonly Named[],
  noun: string,
  name: string,
  id: string | null,
): readonly string[] {
  if (name === '') return ['Write a name.'];
  const same = rows.find((each) => each.name.toLowerCase() === name.toLowerCase());
  return same && same.id !== id ? [`There is a ${noun} ${same.name} already.`] : [];
}
