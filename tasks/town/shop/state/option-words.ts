/** As in `Capacity 0.5 l, Colour Rust`. */
export function optionWords(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}
