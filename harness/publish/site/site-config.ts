import * as z from 'zod';
import { logoIn } from './logo-in.ts';

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
      .max(60, 'must be of at most 60 characters')
      .optional()
      .describe('what the site is called; default: contract-bench'),
    base: BasePath.optional().describe('the folder that it is served below; default: /'),
    url: SiteUrl.optional().describe('where it is served, for absolute addresses; default: there are none'),
    logo: logoIn(root).optional().describe('a picture beside the title, .svg or .png'),
    links: z
      .array(
        z.strictObject({
          text: z.string().trim().min(1, 'must not be empty').max(60, 'must be of at most 60 characters'),
          url: z
            .string()
            .regex(/^(?:https?:\/\/|mailto:)[^\s<>"']+$/, 'must begin with https://, http:// or mailto:'),
        }),
      )
      .max(20)
      .optional()
      .describe('links of yours at the foot of each page'),
    first: z
      .array(z.string().min(1, 'must not be empty'))
      .optional()
      .describe('ids of servers, agents, adapters or models whose rows stand first in their tables'),
  };
  return z.strictObject(fields, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' && Array.isArray(keys) && keys.includes('colours')
        ? `Unrecognized key: "colours": every site has the same colours; allowed are ${Object.keys(fields).join(', ')}`
        : undefined,
  });
}

export type SiteConfig = z.infer<ReturnType<typeof siteConfigIn>>;
