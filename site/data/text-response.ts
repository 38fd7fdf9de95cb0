/** Its type is for `astro dev`; of a built site the host says it, by the ending of the file. */
export function textResponse(text: string, type: string): Response {
  return new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } });
}
