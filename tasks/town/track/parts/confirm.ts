import { html } from 'hono/html';

type Question = {
  readonly title: string;
  readonly words: unknown;
  readonly action: string;
  readonly button: string;
  readonly cancel: string;
};

/** Asks before what cannot be taken back. A page of its own; with scripts it is shown in a dialog over the last one. */
export function confirm({ title, words, action, button, cancel }: Question) {
  return html`<section class="question" data-question><h1>${title}</h1>
<p>${words}</p>
<form method="post" action="${action}">
<button type="submit" class="danger">${button}</button> <a class="button" href="${cancel}">Cancel</a></form></section>`;
}
