import type { ShownElement } from './tool-mapping.ts';

/** A function expression that does something to an element whose ref is a selector: `scrollIntoView()`. */
export function acting({ ref }: ShownElement, action: string): string {
  return `() => { document.querySelector(${JSON.stringify(ref)}).${action}; }`;
}
