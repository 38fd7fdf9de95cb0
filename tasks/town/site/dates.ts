const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** As in `4 Mar`; of a day or an instant. */
export function dayAndMonth(date: string): string {
  return `${Number(date.slice(8, 10))} ${months[Number(date.slice(5, 7)) - 1]}`;
}

/** As in `4 Mar 2031`; of a day or an instant. */
export function dayWords(date: string): string {
  return `${dayAndMonth(date)} ${date.slice(0, 4)}`;
}

/** As in `4 Mar 2031, 09:12`. All times are UTC, on every machine. */
export function momentWords(date: string): string {
  return `${dayWords(date)}, ${date.slice(11, 16)}`;
}
