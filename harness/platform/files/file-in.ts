import { statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/** A path of a file, relative to `root`; with a root the file must be there. */
export function fileIn(root: string | null) {
  return z
    .string()
    .min(1, 'must not be empty')
    .superRefine((name, context) => {
      if (root === null || name === '') return;
      const isFile = statSync(path.resolve(root, name), { throwIfNoEntry: false })?.isFile() ?? false;
      if (!isFile) context.addIssue({ code: 'custom', message: `must be a file in ${root}` });
    });
}
