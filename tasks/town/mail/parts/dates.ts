const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** As in a list: the time today, the day this year, else the year too. All times are UTC, on every machine. */
export function shortDate(date: string, now: string): string {
  if (date.slice(0, 10) === now.slice(0, 10)) return date.slice(11, 16);
  return date.slice(0, 4) === now.slice(0, 4)
    ? dayAndMonth(date)
    : `${dayAndMonth(date)} ${date.slice(0, 4)}`;
}

/** As in `Tue 4 Mar 2031, 09:12`. */
export function longDate(date: string): string {
  const day = days[new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay()];
  return `${day} ${dayAndMonth(date)} ${date.slice(0, 4)}, ${date.slice(11, 16)}`;
}

function dayAndMonth(date: string): string {
  return `${Number(date.slice(8, 10))} ${months[Number(date.slice(5, 7)) - 1]}`;
}
