/** What a document's HTML says below a heading of the second or third rank, to the next one as high; null without that heading. */
export function docSectionHtml(html: string, id: string): string | null {
  const [heading, rank] = new RegExp(`<h([23]) id="${id}">.*?</h\\1>`, 's').exec(html) ?? [];
  if (heading === undefined) return null;
  const below = html.slice(html.indexOf(heading) + heading.length);
  const next = below.search(rank === '2' ? /<h[12][ >]/ : /<h[123][ >]/);
  return (next < 0 ? below : below.slice(0, next)).trim();
}
