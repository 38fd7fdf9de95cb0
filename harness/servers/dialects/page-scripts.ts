import type { Shown } from './dialect.ts';

/** A function expression that does something to an element whose ref is a selector: `scrollIntoView()`. */
export function acting({ ref }: Shown, action: string): string {
  return `() => { document.querySelector(${JSON.stringify(ref)}).${action}; }`;
}
