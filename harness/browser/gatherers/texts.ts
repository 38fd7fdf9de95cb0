import { definePageGatherer, each } from './gatherer.ts';

export const texts = definePageGatherer({
  kind: 'text',
  finds: 'first',
  emptyPage: (selectors) => ({ texts: each(selectors, { found: false }) }),
  held: (selectors, error) => ({ texts: each(selectors, { error }) }),
  inPage: (selectors) => {
    const innerText = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'innerText')?.get;
    const textContent = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')?.get;
    const textOf = (selector: string) => {
      try {
        const element = document.querySelector(selector);
        if (element === null) return { found: false as const };
        // SVG and MathML elements have no innerText. Read by the prototype's getter, because field names can hide a
        // form's properties.
        const read = element instanceof HTMLElement ? innerText : textContent;
        const text = String(read?.call(element) ?? '');
        return { found: true as const, length: text.length, pieces: [text] };
      } catch {
        return { error: 'invalid selector' };
      }
    };
    return { texts: Object.fromEntries(selectors.map((selector) => [selector, textOf(selector)])) };
  },
});
