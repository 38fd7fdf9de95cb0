/** Path and query of an address in which these fields are said, and those of `without` are not. */
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
