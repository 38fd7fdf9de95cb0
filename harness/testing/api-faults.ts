import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { apiSchemas, apiSchemaText } from '../publish/board/api-schemas.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const schemas = new Map(
  Object.keys(apiSchemas).map((name) => [name, ajv.compile(JSON.parse(apiSchemaText(name)))]),
);

/** What is wrong with a file of `/api/v1/` by the schema of this name; at most three faults. */
export function apiFaults(name: string, content: unknown): string[] {
  const validate = schemas.get(name);
  if (!validate) return [`no schema ${name}`];
  if (validate(content)) return [];
  return (validate.errors ?? [])
    .slice(0, 3)
    .map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

/** What is wrong with each file of data of a built site. `schemaOf`: the name of the schema of an address, null of what has none. */
export function builtApiFaults(dist: string, schemaOf: (path: string) => string | null): string[] {
  const files = globSync('api/v1/**/*.{json,jsonl.gz}', { cwd: dist }).map((file) =>
    file.split(sep).join('/'),
  );
  if (files.length === 0) return [`${dist}: no file of data`];
  return files.flatMap((file) => {
    if (file.endsWith('.schema.json')) return [];
    const name = schemaOf(`/${file}`);
    if (name === null) return file.includes('/archive/') ? [] : [`${file}: no schema`];
    const content = readFileSync(join(dist, file));
    const records = file.endsWith('.gz')
      ? gunzipSync(content).toString('utf8').trimEnd().split('\n')
      : [content.toString('utf8')];
    return records.flatMap((text) => apiFaults(name, JSON.parse(text))).map((fault) => `${file}: ${fault}`);
  });
}
