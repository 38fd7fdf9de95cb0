import { html } from 'hono/html';
import { type Choice, options, saidOf } from '../../site/field-parts.ts';

type Field = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly type?: 'text' | 'date' | 'search';
  readonly hint?: string;
  readonly mistakes?: readonly string[] | undefined;
};

/** An input after its label. Its error is shown beside it, and linked to it for screen readers. */
export function field({ name, label, value, type = 'text', hint, mistakes = [] }: Field) {
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="off"${saidOf(name, hint, mistakes)}>
${notesOf(name, hint, mistakes)}</div>`;
}

export function textArea({ name, label, value, rows, hint, mistakes = [] }: Field & { rows: number }) {
  // HTML drops a line break right after the tag, so one is added in case the text begins with one.
  return html`<div class="field"><label for="${name}">${label}</label>
<textarea id="${name}" name="${name}" rows="${rows}"${saidOf(name, hint, mistakes)}>
${value}</textarea>
${notesOf(name, hint, mistakes)}</div>`;
}

export function select(
  name: string,
  label: string,
  chosen: string,
  choices: readonly Choice[],
  mistakes: readonly string[] = [],
) {
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}"${saidOf(name, undefined, mistakes)}>${options(chosen, choices)}</select>
${notesOf(name, undefined, mistakes)}</div>`;
}

export function checkbox(name: string, label: unknown, checked: boolean, value = 'yes') {
  return html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${checked ? html` checked` : ''}> <span>${label}</span></label>`;
}

/** The entries of a record as options. */
export const choicesOf = (words: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(words).map(([value, name]) => ({ value, name }));

/** Rows with a name as options. */
export const namesOf = (rows: readonly { id: string; name: string }[]): readonly Choice[] =>
  rows.map(({ id, name }) => ({ value: id, name }));

function notesOf(name: string, hint: string | undefined, mistakes: readonly string[]) {
  return html`${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}${
    mistakes.length > 0 ? html`<p class="mistake" id="${name}-mistake">${mistakes.join(' ')}</p>` : ''
  }`;
}
