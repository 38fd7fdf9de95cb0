const listed =
  /\b(this change|these \d+ changes) on (\S+?), no other(, and none on a host that no clause names)?/g;
const nothing = /\b(nothing changed on \S+?), and none on a host that no clause names/g;
const others = 'no change on hosts that the contract does not name';
const missing = /(^|\bobserved |; )missing: (\S+?)( \S+)? (added|removed|changed) (\{)/g;
const unexpected = /(^|\bobserved |; )unexpected: (\S+) (\S+) (added|removed|changed)( on (\S+?))?(?=$|;)/g;
const wanted = /^(\S+?)( \S+)? (added|removed|changed) (\{.*)$/;

/** The texts of a clause for pages. The texts of a judge are stored and compared again, so they keep their wording. */
export function clauseText(text: string): string {
  return text
    .replace(listed, (_, changes, host, elsewhere) =>
      elsewhere ? `exactly ${changes} on ${host}, and ${others}` : `exactly ${changes} on ${host}`,
    )
    .replace(nothing, (_, start) => `${start}, and ${others}`)
    .replace(
      missing,
      (_, start, table, key = '', op, row) => `${start}missing: ${startOf(table, key, op)} ${row}`,
    )
    .replace(
      unexpected,
      (_, start, table, key, op, where = '') =>
        `${start}unexpected: row ${key} ${placeOf(table, op)}${where}`,
    )
    .replace(/\b(\d+ of \d+) changes, and no other$/, '$1 listed changes, and no other change');
}

/** A listed change for pages: `row added to table orders: {"total":3}`. */
export function changeText(text: string): string {
  return text.replace(wanted, (_, table, key = '', op, row) => `${startOf(table, key, op)} ${row}`);
}

function startOf(table: string, key: string, op: string): string {
  return `row${key} ${placeOf(table, op)}${op === 'changed' ? ', new values:' : ':'}`;
}

function placeOf(table: string, op: string): string {
  const preposition = op === 'added' ? 'to' : op === 'removed' ? 'from' : 'in';
  return `${op} ${preposition} table ${table}`;
}
