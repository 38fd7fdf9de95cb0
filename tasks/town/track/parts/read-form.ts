/** Null if the body is not a form; the tracker accepts no files. */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  const hasFiles = /^multipart\//i.test(request.headers.get('content-type') ?? '');
  return hasFiles ? null : new URLSearchParams(await request.text());
}
