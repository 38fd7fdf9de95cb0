import { href } from '../words/href.ts';

/** The address of a page or file with its host; null where the host is not known, for SITE_URL is not set. */
export const absolute: ((path: `/${string}`) => string) | null = import.meta.env.SITE
  ? (path) => new URL(href(path), import.meta.env.SITE).href
  : null;
