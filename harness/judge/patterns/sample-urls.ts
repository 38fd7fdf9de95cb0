/**
 * URLs that hold a sample of a pattern, the likeliest first. A sample that is no URL by itself is the end of one, of
 * the page's where there is a page.
 */
export function sampleUrls(sample: string, current: string | null): string[] {
  if (/^[a-z]+:/i.test(sample)) return [sample, `${current ?? ''}${sample}`];
  return [...(current === null ? [] : [current + sample]), `https://somewhere.test/${sample}`, sample];
}
