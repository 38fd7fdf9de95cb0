/// <reference types="astro/client" />

declare module 'virtual:rendered-markdown' {
  /** By the path of a document in the package, and the full path of a task. */
  export const html: Readonly<Record<string, string>>;
}

/** The history that `build-thread.ts` reads; undefined in `astro dev`. */
declare var historyOfBuild:
  | Promise<import('../harness/publish/board/read-site-history.ts').SiteHistory>
  | undefined;
