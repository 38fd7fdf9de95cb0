import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jsonSchemas } from '../docs/json-schemas.ts';
import { thisProject } from './this-project.ts';

/** Writes `docs/schemas/`; a test checks that what is committed is current. */
const folder = path.join(thisProject.root, 'docs', 'schemas');
await mkdir(folder, { recursive: true });
for (const [name, content] of Object.entries(jsonSchemas()))
  await writeFile(path.join(folder, name), content);
