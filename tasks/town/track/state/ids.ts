import type { LinkKind } from './rows.ts';

export const linkId = (kind: LinkKind, from: string, to: string) => `${from}:${kind}:${to}`;

export const watchId = (issue: string, person: string) => `${issue}:${person}`;

/** Words for an address; a name without any letter of an address becomes `nameless`. */
export const slug = (words: string) =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'nameless';
