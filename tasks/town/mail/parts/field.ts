import { html } from 'hono/html';
import { type Choice, options, saidOf } from '../../site/field-parts.ts';

type Field = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly type?: 'text' | 'email' | 'tel' | 'date';
  readonly list?: string;
  readonly hint?: string;
  readonly mistakes?: readonly string[] | undefined;
};

/** An input after its label. Its error is shown beside it, and linked to it for screen readers. */
export function field({ name, label, value, type = 'text', list, hint, mistakes = [] }: Field) {
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="off"${list ? html` list="${list}"` : ''}${saidOf(name, hint, mistakes)}>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
${mistakes.length > 0 ? html`<p class="mistake" id="${name}-mistake">${mistakes.join(' ')}</p>` : ''}</div>`;
}

export function textArea({
  name,
  label,
  value,
  rows,
}: {
  name: string;
  label: string;
  value: string;
  rows: number;
}) {
  // HTML drops a line break right after the tag, so one is added in case the text begins with one.
  return html`<div class="field"><label for="${name}">${label}</label>
<textarea id="${name}" name="${name}" rows="${rows}">
${value}</textarea></div>`;
}

export function select(name: string, label: string, chosen: string, choices: readonly Choice[]) {
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options(chosen, choices)}</select></div>`;
}

export function checkbox(name: string, label: string, checked: boolean, value = 'yes') {
  return html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${checked ? html` checked` : ''}> ${label}</label>`;
}
