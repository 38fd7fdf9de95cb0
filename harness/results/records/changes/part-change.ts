/** A value of the earlier and of the later of two releases. */
export type Pair<Value> = { from: Value; to: Value };

/** How one part differs between two releases: a member of the open set. Pure. */
export type PartChange<Part, Change> = {
  compare(before: Part, after: Part): Change;
  /** One line for each difference; none if the releases are equal. */
  lines(change: Change): string[];
};

export function pairOf<Record, Value>(
  before: Record,
  after: Record,
  read: (record: Record) => Value,
): Pair<Value> {
  return { from: read(before), to: read(after) };
}

/** Compares texts, numbers and null. */
export function isChanged({ from, to }: Pair<unknown>): boolean {
  return from !== to;
}

/** The members of the first list that the other one lacks. */
export function without<Value>(all: Iterable<Value>, others: Iterable<Value>): Value[] {
  const left = new Set(others);
  return [...all].filter((value) => !left.has(value));
}
