/** The path and query of an address with these fields set, and the fields `without` removed. */
export function addressWith(
  url: URL,
  said: Readonly<Record<string, string>>,
  without: readonly string[] = [],
): string {
  const target = new URL(url);
  for (const name of without) target.searchParams.delete(name);
  for (const [name, value] of Object.entries(said)) target.searchParams.set(name, value);
  return `${target.pathname}${target.search}`;
}
