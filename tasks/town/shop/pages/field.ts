import { html } from 'hono/html';
import type { Markup } from './layout.ts';

/** The errors of a form, by field name. */
export type Faults = Readonly<Record<string, string>>;

type Field = {
  name: string;
  label: string;
  value?: string;
  type?: 'text' | 'email' | 'tel' | 'password' | 'number' | 'search';
  hint?: string;
  autocomplete?: string;
  optional?: boolean;
  inputmode?: 'numeric' | 'decimal';
  rows?: number;
};

/** A field with its label, hint and error. */
export function field(faults: Faults, { name, label, value = '', type = 'text', ...rest }: Field): Markup {
  const fault = faults[name];
  const described = [rest.hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ');
  const said = html`id="${name}" name="${name}"${described && html` aria-describedby="${described}"`}${fault && html` aria-invalid="true"`}`;
  return html`<div class="field">
<label for="${name}">${label}${rest.optional && html` <span class="soft">(optional)</span>`}</label>
${rest.hint && html`<p class="hint" id="${name}-hint">${rest.hint}</p>`}
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}
${
  rest.rows
    ? html`<textarea ${said} rows="${rest.rows}" maxlength="1000">${value}</textarea>`
    : html`<input ${said} type="${type}" value="${value}" maxlength="120"${rest.autocomplete && html` autocomplete="${rest.autocomplete}"`}${rest.inputmode && html` inputmode="${rest.inputmode}"`}>`
}
</div>`;
}

export type Choice = { value: string; words: string | Markup; hint?: string | Markup };

/** A group of radio buttons with one legend. */
export function choices(
  faults: Faults,
  { name, legend, list, value }: { name: string; legend: string; list: readonly Choice[]; value: string },
): Markup {
  const fault = faults[name];
  return html`<fieldset class="choices" id="${name}"${fault && html` aria-describedby="${name}-fault"`}>
<legend>${legend}</legend>
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}
${list.map(
  (
    each,
  ) => html`<label class="choice"><input type="radio" name="${name}" value="${each.value}"${each.value === value && html` checked`}>
<span>${each.words}${each.hint && html` <span class="hint">${each.hint}</span>`}</span></label>`,
)}
</fieldset>`;
}

export function select(
  faults: Faults,
  {
    name,
    label,
    list,
    value,
    id = name,
  }: {
    name: string;
    label: string;
    list: readonly (readonly [string, string])[];
    value: string;
    id?: string;
  },
): Markup {
  const fault = faults[name];
  return html`<div class="field">
<label for="${id}">${label}</label>
${fault && html`<p class="fault" id="${id}-fault">${fault}</p>`}
<select id="${id}" name="${name}"${fault && html` aria-invalid="true" aria-describedby="${id}-fault"`}>
${list.map(([key, words]) => html`<option value="${key}"${key === value && html` selected`}>${words}</option>`)}
</select>
</div>`;
}

export function checkbox(name: string, words: string, isOn: boolean, value = 'yes'): Markup {
  return html`<label class="choice"><input type="checkbox" name="${name}" value="${value}"${isOn && html` checked`}> <span>${words}</span></label>`;
}

/** The errors of the form below, each with a link to its field. */
export function faultList(faults: Faults): Markup | null {
  const all = Object.entries(faults);
  if (all.length === 0) return null;
  return html`<div class="faults" role="alert"><h2>Please look at this again</h2><ul>
${all.map(([name, words]) => html`<li><a href="#${name}">${words}</a></li>`)}
</ul></div>`;
}
