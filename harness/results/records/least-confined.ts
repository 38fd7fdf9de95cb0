/** One part that was not confined makes the whole one that was not; null where no part knows. */
export function leastConfined(servers: readonly { confined: boolean | null }[]): boolean | null {
  const known = servers.map(({ confined }) => confined).filter((confined) => confined !== null);
  return known.length === 0 ? null : !known.includes(false);
}
