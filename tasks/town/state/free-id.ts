/** The wanted id, with a number added if it is taken. */
export function freeId(wanted: string, isTaken: (id: string) => boolean): string {
  let id = wanted;
  for (let count = 2; isTaken(id); count++) id = `${wanted}-${count}`;
  return id;
}
