import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { ownOf } from '../../platform/words/known-names.ts';
import { type PageElement, withSingleSpaces } from '../../task/walkthroughs/page-element.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const rolesOfTags: Readonly<Record<string, string>> = {
  article: 'article',
  button: 'button',
  dd: 'definition',
  dialog: 'dialog',
  dt: 'term',
  form: 'form',
  img: 'img',
  li: 'listitem',
  main: 'main',
  nav: 'navigation',
  ol: 'list',
  option: 'option',
  p: 'paragraph',
  section: 'region',
  table: 'table',
  td: 'cell',
  textarea: 'textbox',
  tr: 'row',
  ul: 'list',
};

const rolesOfInputs: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  file: 'button',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

/** Elements without visible text. */
const unseen: ReadonlySet<string> = new Set([
  'head',
  'link',
  'meta',
  'noscript',
  'script',
  'style',
  'template',
]);

/** Roles that take their name from their content (WAI-ARIA 1.2, 5.2.8.5). */
const namedByContent: ReadonlySet<string> = new Set([
  'button',
  'cell',
  'checkbox',
  'columnheader',
  'gridcell',
  'heading',
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'row',
  'rowheader',
  'switch',
  'tab',
  'tooltip',
  'treeitem',
]);

/** Forms and regions have a role only with a name. */
const namedOnly: ReadonlySet<string> = new Set(['form', 'region']);

const fields: ReadonlySet<string> = new Set(['input', 'select', 'textarea']);

/**
 * The elements of a page from its HTML alone: roles and names by tags and attributes, and a CSS selector as `ref`.
 * Style sheets, frames and shadow roots are ignored.
 */
export function htmlElements(html: string): PageElement[] {
  const tree = parse(html);
  const labels = new Map<string, string>();
  const byId = new Map<string, Element>();
  const root = tree.childNodes.find((node): node is Element => node.nodeName === 'html');
  if (!root) return [];
  for (const element of elementsBelow(root)) {
    const id = attribute(element, 'id');
    if (id !== null && !byId.has(id)) byId.set(id, element);
    const labelled = element.tagName === 'label' ? attribute(element, 'for') : null;
    if (labelled !== null) labels.set(labelled, textIn(element));
  }
  const found: PageElement[] = [];
  visit(root, 'html', 0, '');
  return found;

  /** `label`: the text of the enclosing label. */
  function visit(element: Element, selector: string, depth: number, label: string): void {
    const role = roleOf(element);
    const name = role === null ? '' : nameOf(element, role, label);
    const isShown = role !== null && !(namedOnly.has(role) && name === '');
    if (isShown) add(role, name, heldBy(element), depth, selector);
    const nextLabel = element.tagName === 'label' ? textIn(element) : label;
    const counts = new Map<string, number>();
    for (const child of element.childNodes) {
      if (child.nodeName === '#text' && 'value' in child) {
        const text = withSingleSpaces(child.value);
        if (text !== '') add('text', text, '', depth + 1, null);
      }
      if (!('tagName' in child)) continue;
      const nth = (counts.get(child.tagName) ?? 0) + 1;
      counts.set(child.tagName, nth);
      if (isSeen(child))
        visit(child, `${selector} > ${child.tagName}:nth-of-type(${nth})`, depth + 1, nextLabel);
    }
  }

  function add(role: string, name: string, value: string, depth: number, ref: string | null): void {
    found.push({ role, name, value, depth, ref, find: null });
  }

  function nameOf(element: Element, role: string, label: string): string {
    const labelledBy = (attribute(element, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    const labelTexts = labelledBy.flatMap((id) => byId.get(id) ?? []).map(textIn);
    const isField = fields.has(element.tagName);
    const candidates = [
      labelTexts.join(' '),
      attribute(element, 'aria-label'),
      isField ? (labels.get(attribute(element, 'id') ?? '') ?? label) : null,
      role === 'img' ? attribute(element, 'alt') : null,
      isField && role === 'button' ? attribute(element, 'value') : null,
      !isField && namedByContent.has(role) ? textIn(element) : null,
      attribute(element, 'title'),
      attribute(element, 'placeholder'),
    ];
    return withSingleSpaces(candidates.find((each) => each !== null && each.trim() !== '') ?? '');
  }
}

function roleOf(element: Element): string | null {
  const { tagName } = element;
  const own = attribute(element, 'role');
  if (own) return own.trim().split(/\s+/)[0] ?? null;
  if (/^h[1-6]$/.test(tagName)) return 'heading';
  if (tagName === 'a') return attribute(element, 'href') === null ? null : 'link';
  if (tagName === 'th') return isFirstOfRow(element) ? 'rowheader' : 'columnheader';
  if (tagName === 'select') return attribute(element, 'multiple') === null ? 'combobox' : 'listbox';
  if (tagName === 'input') return ownOf(rolesOfInputs, attribute(element, 'type') ?? 'text') ?? 'textbox';
  if (attribute(element, 'contenteditable') !== null) return 'textbox';
  return ownOf(rolesOfTags, tagName) ?? null;
}

/** A row header has cells beside it; column headers have none. */
function isFirstOfRow(element: Element): boolean {
  const row = element.parentNode;
  return row !== null && 'childNodes' in row && row.childNodes.some(({ nodeName }) => nodeName === 'td');
}

function heldBy(element: Element): string {
  if (element.tagName === 'textarea') return withSingleSpaces(textIn(element));
  if (element.tagName === 'select') {
    const options = [...elementsBelow(element)].filter(({ tagName }) => tagName === 'option');
    const chosen = options.find((option) => attribute(option, 'selected') !== null) ?? options[0];
    return chosen ? withSingleSpaces(textIn(chosen)) : '';
  }
  const isText =
    element.tagName === 'input' && !['checkbox', 'radio'].includes(attribute(element, 'type') ?? '');
  return isText ? (attribute(element, 'value') ?? '') : '';
}

/** Whether it is visible as far as its own tag shows. */
function isSeen(element: Element): boolean {
  const isHidden =
    unseen.has(element.tagName) ||
    attribute(element, 'hidden') !== null ||
    attribute(element, 'type') === 'hidden' ||
    /display:\s*none/.test(attribute(element, 'style') ?? '');
  const isClosed = element.tagName === 'dialog' && attribute(element, 'open') === null;
  return !isHidden && !isClosed;
}

function attribute(element: Element, name: string): string | null {
  return element.attrs.find((each) => each.name === name)?.value ?? null;
}

function* elementsBelow(element: Element): Generator<Element> {
  for (const child of element.childNodes)
    if ('tagName' in child) {
      yield child;
      yield* elementsBelow(child);
    }
}

/** The text without the content of fields, because that is their value and not their name. */
function textIn(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  if (!('tagName' in node) || !isSeen(node)) return '';
  return node.childNodes
    .filter((child) => !('tagName' in child && ['select', 'textarea'].includes(child.tagName)))
    .map(textIn)
    .join('');
}
