/** Such as `, seeds 1 to 5`, to stand behind other words; empty where a suite has no seeds. */
export function seedsWords(seeds: readonly number[] | null): string {
  const [first, ...others] = (seeds ?? []).toSorted((one, other) => one - other);
  if (first === undefined) return '';
  const last = others.at(-1);
  if (last === undefined) return `, seed ${first}`;
  return last - first === others.length
    ? `, seeds ${first} to ${last}`
    : `, seeds ${[first, ...others].join(', ')}`;
}
