declare module 'mime-types' {
  /** The MIME type for a file name or extension; false if it is unknown. */
  export function lookup(name: string): string | false;
}
