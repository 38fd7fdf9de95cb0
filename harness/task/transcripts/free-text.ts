/**
 * Where the free text of a record is: `free` is redacted, with all that lies below it; `kept` means something, and is
 * never changed. `*` stands for every index and every key that is not named. What is not named at all is kept: a test
 * asks of each text of each schema.
 */
export type FreeText = 'free' | 'kept' | { readonly [key: string]: FreeText };

/** The record with `change` made of all that is free in it; `change` is handed a whole field, whatever it is. */
export function changeFree<T>(value: T, where: FreeText, change: (free: unknown) => unknown): T {
  // Free fields hold strings, or the JSON of arguments, and stay what they are.
  return walk(value, where) as T;

  function walk(node: unknown, at: FreeText | undefined): unknown {
    if (at === 'free') return change(node);
    if (at === undefined || at === 'kept' || node === null || typeof node !== 'object') return node;
    if (Array.isArray(node)) return node.map((child) => walk(child, at['*']));
    return Object.fromEntries(
      Object.entries(node).map(([key, child]) => [
        key,
        walk(child, Object.hasOwn(at, key) ? at[key] : at['*']),
      ]),
    );
  }
}
