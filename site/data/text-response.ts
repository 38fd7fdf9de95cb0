/** Its type is for `astro dev`; of a built site the host says it, by the ending of the file. */
export function textResponse(text: string, type: string): Response {
  return new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } });
}

/** Text as it may stand in an element or a quoted attribute. What XML 1.0 has no place for becomes U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}')
    .replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
