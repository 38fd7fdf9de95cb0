import { html, raw } from 'hono/html';

/** A JSON value as an expression of a script in a page. */
export const inScript = (value: unknown) => raw(JSON.stringify(value).replaceAll('<', '\\u003c'));

/** What the scripts of a document may send: `form` to the addresses of its own forms, `hand` to any. */
export type Passes = { form: string; hand: string };

/** Passes of documents that the browser opened for itself; a document that a script fetched has none. */
export function openPasses() {
  const hands = new Set<string>();
  const forms = new Map<string, readonly string[]>();
  return {
    /** `content` is the document at `url`. `Sec-Fetch-Dest` is set by the browser alone. */
    give: ({ headers, url }: Request, content: string): Passes => {
      if (!['document', 'iframe'].includes(headers.get('sec-fetch-dest') ?? ''))
        return { form: '', hand: '' };
      const passes = { form: crypto.randomUUID(), hand: crypto.randomUUID() };
      const posts = [...content.matchAll(/<form method="post"(?: action="([^"]*)")?/g)];
      forms.set(
        passes.form,
        posts.map(([, action]) => new URL(action ?? url, url).pathname),
      );
      hands.add(passes.hand);
      return passes;
    },
    has: (pass: string | null, { url }: Request): boolean =>
      hands.has(pass ?? '') || (forms.get(pass ?? '') ?? []).includes(new URL(url).pathname),
  };
}

/**
 * Gives passes to what a pointer or a key caused. A form that is posted has one where a trusted click pressed its button;
 * the browser makes such a click of the key Enter too. `byHand(on, type, work)` listens for trusted events alone and hands
 * `work` the event and a function that posts fields to a path. What a script clicks or dispatches is not trusted.
 */
export const handScript = ({ form, hand }: Passes) => html`<script>
{
  const { form, hand } = ${inScript({ form, hand })};
  document.currentScript.remove();
  const send = window.fetch.bind(window);
  let pressed = null;
  addEventListener('click', (event) => {
    if (!event.isTrusted) return;
    pressed = event.target;
    setTimeout(() => { pressed = null; });
  }, true);
  addEventListener('submit', (event) => {
    const { submitter, target } = event;
    if (!event.isTrusted || !submitter?.contains(pressed)) return;
    target.addEventListener('formdata', ({ formData }) => {
      if (target.getAttribute('method') === 'post') formData.append('pass', form);
    }, { once: true });
  }, true);
  const post = (path, fields) => send(path, { method: 'POST', body: new URLSearchParams([...new URLSearchParams(fields), ['pass', hand]]) });
  window.byHand = (on, type, work) => on.addEventListener(type, (event) => { if (event.isTrusted) return work(event, post); });
}
</script>`;
