/** The reason why an address cannot be used; null if it can. A password would appear in printed commands. */
export function whyNoBaseUrl(address: string): string | null {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return null;
  return `--base-url: got ${url?.password ? 'a password in it' : `"${address}"`}; expected an http(s) URL without user and password`;
}
