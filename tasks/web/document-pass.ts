/**
 * Passes that only a page which the browser opened for itself has. A host writes one in place of `{{pass}}` into a
 * document, and answers what matters to a request that carries it alone. `Sec-Fetch-Dest` is set by the browser, and a
 * page's own script cannot set it (https://www.w3.org/TR/fetch-metadata/), so a document that was fetched by script or
 * stands in a frame has none. Pages take the script that holds it out of the document before anybody can read it there.
 */
export type DocumentPasses = {
  /** The page as it is served; `fill` replaces further places of the form `{{name}}`. */
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

/** Whether the answer becomes the document of a tab. */
export const isOpened = (request: Request) => request.headers.get('sec-fetch-dest') === 'document';
