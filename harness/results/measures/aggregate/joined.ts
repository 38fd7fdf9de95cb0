/** Of a union of records the record that has the fields of all. */
export type Joined<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  part: infer All,
) => void
  ? All
  : never;

/** Records of different fields as one. */
export function joined<Part extends object>(parts: readonly Part[]): Joined<Part> {
  // `Object.assign` of a list has no type; every part of the union is in it.
  return Object.assign({}, ...parts) as Joined<Part>;
}
