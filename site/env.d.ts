/// <reference types="astro/client" />

declare module 'virtual:rendered-markdown' {
  /** By the path of the file from the root. */
  export const html: Readonly<Record<string, string>>;
}
