/** `Object.fromEntries` that keeps the names. */
export function record<Name extends string, Value>(
  entries: readonly (readonly [Name, Value])[],
): Record<Name, Value> {
  // Its type has any name; these are all that were given.
  return Object.fromEntries(entries) as Record<Name, Value>;
}
