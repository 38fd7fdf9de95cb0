import type { ShownElement } from './tool-mapping.ts';

/** A function expression that runs an action, such as `scrollIntoView()`, on an element whose ref is a selector. */
export function acting({ ref }: ShownElement, action: string): string {
  return `() => { document.querySelector(${JSON.stringify(ref)}).${action}; }`;
}
