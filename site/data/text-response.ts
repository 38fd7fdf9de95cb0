/** `type` is for `astro dev`; the host of a built site sets it from the file name. */
export function textResponse(text: string, type: string): Response {
  return new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } });
}

/** Text for an element or a quoted attribute. Characters that XML 1.0 forbids become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}')
    .replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
