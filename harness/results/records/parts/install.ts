import * as z from 'zod';

const count = z.int().nonnegative();

/** How one release of a package installs. */
export const Install = z.strictObject({
  editionSha256: z.string(),
  package: z.string(),
  version: z.string(),
  date: z.string().nullable().describe('The date that the registry gives for the version; null without one.'),
  lockSha256: z
    .string()
    .describe('Digest of the installed tree: path, version and integrity of each package in the lockfile.'),
  packages: count.describe('Packages in the lockfile, those of other systems included.'),
  bytes: count.describe('Size of all installed files.'),
  files: count,
  scripts: z
    .array(z.string())
    .describe('Packages with an install script, sorted. The scripts do not run here.'),
  node: z
    .string()
    .nullable()
    .describe('The versions of Node that the package asks for; null if it names none.'),
});
export type Install = z.infer<typeof Install>;
