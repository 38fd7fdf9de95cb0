declare module 'mime-types' {
  /** Of a file's name or ending; false of one that is unknown. */
  export function lookup(name: string): string | false;
}
