import { html } from 'hono/html';

export type Choice = { readonly value: string; readonly name: string };

export function options(chosen: string, choices: readonly Choice[]) {
  return choices.map(
    ({ value, name }) =>
      html`<option value="${value}"${value === chosen ? html` selected` : ''}>${name}</option>`,
  );
}

/** The ARIA attributes of a field for its hint and errors, whose ids are `<name>-hint` and `<name>-mistake`. */
export function saidOf(name: string, hint: string | undefined, mistakes: readonly string[]) {
  const described = [hint ? `${name}-hint` : '', mistakes.length > 0 ? `${name}-mistake` : ''].filter(
    Boolean,
  );
  return html`${described.length > 0 ? html` aria-describedby="${described.join(' ')}"` : ''}${mistakes.length > 0 ? html` aria-invalid="true"` : ''}`;
}
