import type { MappedCall, ShownElement } from './tool-mapping.ts';

/** A function expression that runs an action, such as `scrollIntoView()`, on an element whose ref is a selector. */
function acting({ ref }: ShownElement, action: string): string {
  return `() => { document.querySelector(${JSON.stringify(ref)}).${action}; }`;
}

/** Actions for `acting`, in place of a mouse. */
export const doubleClicks = "dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))";
export const rightClicks =
  "dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))";

/** Calls of the tool that runs a script on a page: `evaluate` of any script, `act` of an action for \`acting\`. */
export function scriptCalls(tool: string) {
  const evaluate = (script: string): MappedCall => ({ tool, args: { script } });
  return { evaluate, act: (on: ShownElement, action: string) => evaluate(`(${acting(on, action)})()`) };
}
