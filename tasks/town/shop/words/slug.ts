/** Words as they stand in an address: small letters, figures, hyphens. */
export function slug(words: string): string {
  return words
    .toLowerCase()
    .replace(/\+/g, ' plus ')
    .replace(/(^|\s)-(?=\d)/g, ' minus ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
