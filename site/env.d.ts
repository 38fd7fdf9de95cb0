/// <reference types="astro/client" />

declare module 'virtual:rendered-markdown' {
  /** By the path of a document in the package, and the whole one of a task. */
  export const html: Readonly<Record<string, string>>;
}

/** What `build-thread.ts` reads; not there while the site is being changed. */
declare var historyOfBuild:
  | Promise<import('../harness/publish/board/read-site-history.ts').SiteHistory>
  | undefined;
