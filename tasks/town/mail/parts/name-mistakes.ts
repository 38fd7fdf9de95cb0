type Named = { readonly id: string; readonly name: string };

/** What is wrong with a name: no two rows that are called a `noun` have the same. `id` is of the row that gets it, null of a new one. */
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
