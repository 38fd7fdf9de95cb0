import { html, raw } from 'hono/html';

/** A JSON value as an expression in a page's script. */
export const inScript = (value: unknown) => raw(JSON.stringify(value).replaceAll('<', '\\u003c'));

/** Passes for the requests of a document: `form` for the addresses of its own forms, `hand` for any address. */
export type Passes = { form: string; hand: string };

/** Passes for documents that the browser navigated to. A document fetched by a script gets none. */
export function openPasses() {
  const hands = new Set<string>();
  const forms = new Map<string, readonly string[]>();
  return {
    /** `content` is the document at `url`. Only the browser can set `Sec-Fetch-Dest`. */
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
 * Attaches passes to requests that a pointer or a key caused. A posted form gets one if a trusted click
 * pressed its button; the browser turns the key Enter into a trusted click too. `byHand(on, type, work)`
 * listens for trusted events only. It calls `work` with the event and a function that posts fields to a path.
 * Clicks and events made by a script are not trusted.
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
