/** `1 task`, `2 tasks`; `many` where the plural is another word. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
