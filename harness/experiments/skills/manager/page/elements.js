/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An HTML element; text is always text, never markup.
 * @param {string} name
 * @param {Record<string, string | null>} attributes null values are left out
 * @param {Child[]} children
 */
export function element(name, attributes, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/**
 * @param {string} name
 * @param {Record<string, string | null>} attributes
 * @param {Child[]} children
 */
export function svgElement(name, attributes, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

/**
 * @template {Element} T
 * @param {T} made
 * @param {Record<string, string | null>} attributes
 * @param {Child[]} children
 */
function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** @typedef {{ content: Child, kind?: string } | string} Cell */

/**
 * A table whose rows become cards on narrow screens; the roles keep it a table for a screen reader.
 * The first cell of each row is its heading.
 * @param {string} caption
 * @param {string[]} heads
 * @param {Cell[][]} rows
 */
export function table(caption, heads, rows) {
  return element(
    'table',
    { class: 'stacking', role: 'table' },
    element('caption', {}, caption),
    element(
      'thead',
      { role: 'rowgroup' },
      element(
        'tr',
        { role: 'row' },
        ...heads.map((head) => element('th', { scope: 'col', role: 'columnheader' }, head)),
      ),
    ),
    element(
      'tbody',
      { role: 'rowgroup' },
      ...rows.map((cells) =>
        element('tr', { role: 'row' }, ...cells.map((cell, at) => cellOf(cell, at, heads))),
      ),
    ),
  );
}

/**
 * @param {Cell} cell
 * @param {number} at
 * @param {string[]} heads
 */
function cellOf(cell, at, heads) {
  const { content, kind = null } = typeof cell === 'string' ? { content: cell } : cell;
  return at === 0
    ? element('th', { scope: 'row', role: 'rowheader', class: kind }, content)
    : element('td', { role: 'cell', class: kind, 'data-label': heads[at] ?? '' }, content);
}

/**
 * As exact as the record, which has rates with 4 decimals.
 * @param {number} rate
 */
export function percent(rate) {
  return `${Number((rate * 100).toFixed(2))} %`;
}

/**
 * A difference of rates, in percentage points.
 * @param {number} difference
 */
export function points(difference) {
  return signed(Number((difference * 100).toFixed(2)));
}

/** @param {number} value */
export function signed(value) {
  return value < 0 ? `\u2212${-value}` : value > 0 ? `+${value}` : '0';
}

/**
 * @param {string} instant
 */
export function localTime(instant) {
  return element('time', { datetime: instant }, new Date(instant).toLocaleString());
}
