import { type PageElement, withSingleSpaces } from './page-element.ts';
import type { Target } from './walkthrough.ts';

const fieldRoles: ReadonlySet<string> = new Set([
  'checkbox',
  'combobox',
  // Chromium's role of a time field.
  'inputtime',
  'listbox',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'textbox',
]);

export function isField({ role }: Pick<PageElement, 'role'>): boolean {
  return fieldRoles.has(role);
}

/** Roles that a server may omit, returning only the text. */
const textRoles: ReadonlySet<string> = new Set([
  'cell',
  'columnheader',
  'definition',
  'gridcell',
  'heading',
  'listitem',
  'paragraph',
  'rowheader',
  'term',
]);

/**
 * The elements that match a target, in page order: by role, and by a name that is equal except for spaces, or contains
 * the text of `contains`. `after` and `nth` select one; otherwise the caller must reject several matches. Elements that
 * a server omits are inferred. If the place of `within` is missing, the first match after the place's name is taken. If
 * cells are missing, a text counts as a cell.
 */
export function findElements(elements: readonly PageElement[], target: Target): PageElement[] {
  const { within, after, nth } = target;
  const places = within === undefined ? null : findElements(elements, within);
  const placeName = places?.length === 0 && typeof within?.name === 'string' ? within.name : undefined;
  const follows = after ?? placeName;
  const from = follows === undefined ? 0 : positionAfter(elements, follows);
  const isPlaced = (element: PageElement) =>
    places === null || placeName !== undefined || places.some((place) => isIn(elements, place, element));
  const fitting = elements.slice(from).filter((each) => fits(elements, each, target) && isPlaced(each));
  const position = nth ?? (follows === undefined ? null : 1);
  return position === null ? fitting : fitting.slice(position - 1, position);
}

function positionAfter(elements: readonly PageElement[], text: string): number {
  const wanted = withSingleSpaces(text);
  const at = elements.findIndex(
    ({ role, name, value }) => role !== 'rootwebarea' && [name, value].includes(wanted),
  );
  return at < 0 ? elements.length : at + 1;
}

function fits(
  elements: readonly PageElement[],
  element: PageElement,
  { role, name, label }: Target,
): boolean {
  if (role !== undefined && !hasRole(elements, element, role)) return false;
  if (label !== undefined && !isField(element)) return false;
  return [name, label].every((words) => words === undefined || says(nameOf(elements, element), words));
}

function hasRole(elements: readonly PageElement[], element: PageElement, role: string): boolean {
  if (element.role === role) return true;
  return element.role === 'text' && textRoles.has(role) && elements.every((each) => each.role !== role);
}

/** Compares without spaces, because servers join the texts of a name with or without spaces. */
function says(name: string, words: NonNullable<Target['name']>): boolean {
  const solid = (text: string) => text.replace(/\s+/g, '');
  if (typeof words === 'string') return solid(name) === solid(words);
  return solid(name).includes(solid(words.contains));
}

/**
 * Its name, or its content if the server omits a name that repeats the content. The value of a field is not its name.
 */
export function nameOf(elements: readonly PageElement[], element: PageElement): string {
  return isField(element) ? element.name : textOf(elements, element);
}

function isIn(elements: readonly PageElement[], place: PageElement, element: PageElement): boolean {
  const start = elements.indexOf(place);
  const at = elements.indexOf(element);
  return at > start && elements.slice(start + 1, at + 1).every(({ depth }) => depth > place.depth);
}

/** The text of an element: its name, its value, or else the text inside it. */
export function textOf(elements: readonly PageElement[], element: PageElement): string {
  if (element.name || element.value) return element.name || element.value;
  const inside = elements.filter((each) => isIn(elements, element, each));
  return withSingleSpaces(inside.map(({ name, value }) => name || value).join(' '));
}
