import { html } from 'hono/html';
import type { Exchange } from './exchange.ts';

type Question = {
  readonly title: string;
  readonly words: unknown;
  readonly action: string;
  readonly button: string;
  readonly cancel: string;
  readonly hidden?: readonly (readonly [name: string, value: string])[];
};

/** Asks for confirmation of an irreversible action. A separate page; with scripts, a dialog over the current page. */
export function confirm({ title, words, action, button, cancel, hidden = [] }: Question) {
  return html`<section class="question" data-question><h1>${title}</h1>
<p>${words}</p>
<form method="post" action="${action}">${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit" class="danger">${button}</button> <a class="button" href="${cancel}">Cancel</a></form></section>`;
}

/** A page with only the confirmation. */
export function ask({ show }: Pick<Exchange<string>, 'show'>, question: Question) {
  return show(question.title, confirm(question));
}
