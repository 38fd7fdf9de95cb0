import { html } from 'hono/html';

/** The text of a mail, with collapsed quotations and web addresses as links. */
export function messageText(text: string) {
  const { own, quoted } = split(text);
  return html`<div class="text">${linked(own)}</div>${
    quoted
      ? html`<details class="quoted"><summary>Quoted text</summary><div class="text">${linked(quoted)}</div></details>`
      : ''
  }`;
}

/** The quotation begins at the line that names the author, and goes to the end. */
function split(text: string): { own: string; quoted: string } {
  const start = text.search(/^On .* wrote:\n>/m);
  return start < 0
    ? { own: text, quoted: '' }
    : { own: text.slice(0, start).trimEnd(), quoted: text.slice(start) };
}

function linked(text: string) {
  return text
    .split(/(https:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : part));
}
