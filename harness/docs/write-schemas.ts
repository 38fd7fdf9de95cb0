import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../run/project-folder.ts';
import { jsonSchemas } from './json-schemas.ts';

/** Writes `docs/schemas/`; a test checks that what is committed is current. */
const folder = path.join(projectFolder, 'docs', 'schemas');
await mkdir(folder, { recursive: true });
for (const [name, content] of Object.entries(jsonSchemas()))
  await writeFile(path.join(folder, name), content);
