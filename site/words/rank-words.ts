/** `2–5`, or `2` where chance leaves one place alone. */
export function rankWords({ rank, rankTo }: { rank: number; rankTo: number }): string {
  return rank === rankTo ? String(rank) : `${rank}–${rankTo}`;
}
