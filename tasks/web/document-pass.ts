/**
 * Passes for pages that the browser navigated to. A host replaces `{{pass}}` in a document with a pass, and
 * accepts an important request only with that pass. The browser sets `Sec-Fetch-Dest`, and a page's script
 * cannot (https://www.w3.org/TR/fetch-metadata/). So a document in a frame, or one fetched by a script, has
 * no pass. Pages remove the script that holds the pass before an agent can read it.
 */
export type DocumentPasses = {
  /** The served page; `fill` replaces other placeholders such as `{{name}}`. */
  serve(request: Request, html: string, fill?: Record<string, string>): Response;
  carriedBy(request: Request): boolean;
};

export function openPasses(): DocumentPasses {
  const given = new Set<string>();
  return {
    serve: (request, html, fill = {}) => {
      const pass = isOpened(request) ? crypto.randomUUID() : '';
      if (pass) given.add(pass);
      const values: Record<string, string> = { ...fill, pass };
      const page = html.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
      return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } });
    },
    carriedBy: (request) => given.has(request.headers.get('x-page-pass') ?? ''),
  };
}

/** Whether the response becomes the document of a tab. */
export const isOpened = (request: Request) => request.headers.get('sec-fetch-dest') === 'document';
