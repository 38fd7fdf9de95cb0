import * as z from 'zod';
import { logoIn } from './logo-in.ts';
import { colourNames, contrastFaults } from './site-colours.ts';

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour as #rrggbb');
const Shade = z.strictObject({ light: colour, dark: colour });

const Colours = z
  .strictObject(
    Object.fromEntries(colourNames.map((name) => [name, Shade.optional()])) as Record<
      (typeof colourNames)[number],
      z.ZodOptional<typeof Shade>
    >, // as the list of names says it
  )
  .superRefine((colours, context) => {
    for (const { path, message } of contrastFaults(colours))
      context.addIssue({ code: 'custom', path, message });
  });

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
  return z.strictObject({
    title: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(60, 'must be of at most 60 characters')
      .optional()
      .describe('what the site is called; default: contract-bench'),
    base: BasePath.optional().describe('the folder that it is served below; default: /'),
    url: SiteUrl.optional().describe('where it is served, for absolute addresses; default: there are none'),
    colours: Colours.optional().describe('colours of yours, each for light and dark'),
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
  });
}

export type SiteConfig = z.infer<ReturnType<typeof siteConfigIn>>;
