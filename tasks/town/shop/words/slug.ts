/** Words for an address: lower-case letters, digits, hyphens. */
export function slug(words: string): string {
  return words
    .toLowerCase()
    .replace(/\+/g, ' plus ')
    .replace(/(^|\s)-(?=\d)/g, ' minus ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
