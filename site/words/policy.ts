/** What every page may load; Astro adds the digests of its scripts and styles. */
export const directives = [
  "default-src 'none'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
] as const;
