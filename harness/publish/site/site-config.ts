import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { fileIn } from '../../platform/files/file-in.ts';

export const BasePath = z
  .string()
  .regex(
    /^\/(?:[\w.~-]+\/?)*$/,
    'must begin with / and have letters, digits, ".", "_", "~" and "-" between slashes',
  );

export const SiteUrl = z
  .string()
  .regex(/^https?:\/\/[\w.-]+(?::\d+)?\/?$/, 'must be https://<host>, without a path (that is base)');

/** The section `site`. */
export function siteConfigIn(root: string | null) {
  const fields = {
    title: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(60, 'must have at most 60 characters')
      .optional()
      .describe('the title of the site; default: contract-bench'),
    sentence: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(300, 'must have at most 300 characters')
      .optional()
      .describe('the first sentence of the first page: what is measured, and for whom'),
    base: BasePath.optional().describe('the path that the site is served below; default: /'),
    url: SiteUrl.optional().describe('the host that serves the site, for absolute addresses; default: none'),
    logo: logoIn(root).optional().describe('a picture beside the title, .svg or .png'),
    links: z
      .array(
        z.strictObject({
          text: z.string().trim().min(1, 'must not be empty').max(60, 'must have at most 60 characters'),
          url: z
            .string()
            .regex(/^(?:https?:\/\/|mailto:)[^\s<>"']+$/, 'must begin with https://, http:// or mailto:'),
        }),
      )
      .max(20)
      .optional()
      .describe('your own links at the bottom of each page'),
    first: z
      .array(z.string().min(1, 'must not be empty'))
      .optional()
      .describe('ids of servers, agents, adapters or models whose rows come first in their tables'),
  };
  return z.strictObject(fields, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' && Array.isArray(keys) && keys.includes('colours')
        ? `Unrecognized key: "colours": all sites have the same colours; expected one of ${Object.keys(fields).join(', ')}`
        : undefined,
  });
}

export type SiteConfig = z.infer<ReturnType<typeof siteConfigIn>>;

const maxBytes = 262_144;
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Content that would run, or load something, if the picture were opened by itself. */
const active = [
  { found: /<script[\s>/]/i, what: 'a script' },
  { found: /\son\w+\s*=/i, what: 'an event handler' },
  { found: /<foreignObject[\s>/]/i, what: 'a foreignObject' },
  { found: /javascript:/i, what: 'a javascript: address' },
  { found: /<!ENTITY/i, what: 'an entity' },
  { found: /(?:href|src)\s*=\s*["']?\s*(?:https?:)?\/\//i, what: 'an address elsewhere' },
  { found: /(?:@import|url\(\s*["']?\s*(?:https?:)?\/\/)/i, what: 'a style from elsewhere' },
];

/** The path of a picture, relative to `root`; with a root, the file is checked. */
function logoIn(root: string | null) {
  return fileIn(root)
    .regex(/\.(?:svg|png)$/i, 'must be an .svg or a .png')
    .superRefine((name, context) => {
      const why = root === null ? null : faultOf(path.resolve(root, name));
      if (why !== null) context.addIssue({ code: 'custom', message: why });
    });
}

function faultOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  // A missing file and a wrong extension are already reported.
  if (!found?.isFile() || !/\.(?:svg|png)$/i.test(file)) return null;
  if (found.size > maxBytes) return `must have at most ${maxBytes} bytes; it has ${found.size}`;
  const content = readFileSync(file);
  if (/\.png$/i.test(file))
    return content.subarray(0, pngStart.length).equals(pngStart)
      ? null
      : 'must be a PNG; it has no PNG signature';
  const text = content.toString('utf8');
  if (!/<svg[\s>]/i.test(text)) return 'must be an SVG; it has no <svg>';
  const [held] = active.filter(({ found: pattern }) => pattern.test(text));
  return held ? `must be only a picture; it has ${held.what}` : null;
}
