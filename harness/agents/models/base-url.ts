/** Why no API can be asked at an address; null where one can. A password would stand in the commands that are printed. */
export function whyNoBaseUrl(address: string): string | null {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return null;
  return `--base-url: got ${url?.password ? 'a password in it' : `"${address}"`}; expected an http(s) URL without user and password`;
}
