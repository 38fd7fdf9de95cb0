import path from 'node:path';
import type * as z from 'zod';
import type { Project } from '../../platform/project.ts';
import { docFile } from './doc-file.ts';
import { jsonSchemas } from './json-schemas.ts';

/** Writes `docs/schemas/`, or says whether each of its files is current. */
export async function schemaFiles(
  { root }: Project,
  mode: 'write' | 'check',
  config: z.ZodType,
): Promise<{ current: boolean }> {
  const found = await Promise.all(
    Object.entries(jsonSchemas(config)).map(([name, content]) =>
      docFile(path.join(root, 'docs', 'schemas', name), content, mode),
    ),
  );
  return { current: found.every(({ current }) => current) };
}
