/** Evidence is bounded: at most `max` characters, the last one an ellipsis where something was cut. */
export function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

/** In quotes and on one line, so that a line break in a page's text does not break a report. */
export function quote(text: string, max: number): string {
  // Cut first: JSON.stringify of a whole page to show its first words would be a waste.
  return clip(JSON.stringify(clip(text, max)), max);
}
