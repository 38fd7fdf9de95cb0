/** The id as a part of a longer name. */
export function capital<Text extends string>(text: Text): Capitalize<Text> {
  // What the type says.
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` as Capitalize<Text>;
}
