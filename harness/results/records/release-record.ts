import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { parseAs } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { ownId } from './custom-id.ts';
import { type PartId, partSchemas } from './parts/index.ts';

/** When and on what one part was measured. */
const partHead = {
  at: z.iso.datetime(),
  sha: z.string().nullable().describe('The commit of the harness; null outside a checkout.'),
  browser: z.string(),
  machine: z.strictObject({
    cpu: z.string(),
    cores: z.int().positive(),
    memoryBytes: z.int().positive(),
    os: z.string(),
    node: z.string(),
  }),
};
export type PartHead = z.infer<z.ZodObject<typeof partHead>>;

const Broken = z.strictObject({ broken: z.string().min(1).describe('Why it could not be measured.') });
type Broken = z.infer<typeof Broken>;

function part<Fields extends z.ZodRawShape>({ shape }: z.ZodObject<Fields>) {
  return z
    .union([z.strictObject({ ...partHead, ...shape }), Broken])
    .nullable()
    .describe('Null if it was not measured.');
}

// Each part by its own schema.
const partShape = Object.fromEntries(
  Object.entries(partSchemas).map(([id, schema]) => [id, part(schema as z.ZodObject)]),
) as unknown as { [Id in PartId]: ReturnType<typeof part<(typeof partSchemas)[Id]['shape']>> };

const word = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'must be of lowercase letters, digits, ".", "_" and "-"');

/** One release of a server, or of a variant of it, with everything that was measured of it. */
export const ReleaseRecord = z.strictObject({
  schema: z.literal('contract-bench.servers.v2'),
  server: z.strictObject({
    id: z
      .string()
      .regex(/^(custom:)?[a-z0-9][a-z0-9._-]*$/, 'must be the id of a server, without its variant')
      .describe('Begins with `custom:` for a command line.'),
    variant: word.nullable(),
    version: z.string().min(1),
    title: z.string(),
    package: z.string().nullable().describe('Its package on npm; null for another origin.'),
    source: z
      .enum(['npm', 'source', 'command'])
      .describe(
        '`npm`: installed from the registry. `source`: built by its user. `command`: a command line.',
      ),
    command: z.string().describe('Its command line, with the placeholders of the harness.'),
    wrapped: z
      .string()
      .nullable()
      .describe(
        'For a command line that the harness offers as a tool: which part of the tool list is not its own. Else null.',
      ),
    maintained: z.boolean().describe('Whether its authors still maintain it.'),
    mapping: z.string().nullable().describe('The id of its tool mapping; null without one.'),
  }),
  parts: z.strictObject(partShape),
});
export type ReleaseRecord = z.infer<typeof ReleaseRecord>;
export type ReleasedServer = ReleaseRecord['server'];

/** A record of which nothing was measured. */
export const noParts = Object.fromEntries(Object.keys(partSchemas).map((id) => [id, null])) as Readonly<
  Record<PartId, null>
>;

/** A part as it is stored with numbers. */
export type Measured<Id extends PartId> = Exclude<ReleaseRecord['parts'][Id], Broken | null>;

/** The part if it was measured; null if it is broken or absent. */
export function measuredPart<Id extends PartId>({ parts }: Pick<ReleaseRecord, 'parts'>, id: Id) {
  const found: ReleaseRecord['parts'][Id] = parts[id];
  return (found === null || 'broken' in found ? null : found) as Measured<Id> | null;
}

/** A record has 30 kB without its traps. A larger one is a mistake, because pages load it whole. */
const mostReleaseBytes = 200_000;

/** Below the folder of results. */
export const releasesFolder = 'servers';

/** `playwright+caps@0.0.83`, without an ending. */
export function releaseName({
  id,
  variant,
  version,
}: Pick<ReleasedServer, 'id' | 'variant' | 'version'>): string {
  return `${ownId(id)}${variant === null ? '' : `+${variant}`}@${asFileName(version)}`;
}

/** A server of the user may state any version. */
function asFileName(version: string): string {
  return version.replaceAll(/[^\w.-]/g, '-');
}

/** Throws `UserError` for a file that is too large, or that breaks the schema. */
export function readReleaseRecord(file: string): ReleaseRecord {
  const { size } = statSync(file);
  if (size > mostReleaseBytes) throw new UserError(tooLarge(file, size));
  return readJson(file, ReleaseRecord);
}

function tooLarge(file: string, bytes: number): string {
  return `${file}: size: got ${bytes} bytes; expected at most ${mostReleaseBytes}`;
}

/** Where the record of a release lies. */
export function releaseFile(results: string, server: Parameters<typeof releaseName>[0]): string {
  return path.join(results, releasesFolder, `${releaseName(server)}.json`);
}

/** Null without a record of v2. Throws `UserError`. */
export function storedRelease(
  results: string,
  server: Parameters<typeof releaseName>[0],
): ReleaseRecord | null {
  const file = releaseFile(results, server);
  return existsSync(file) && isRelease(file) ? readReleaseRecord(file) : null;
}

/** The text of a record. Throws `UserError` if it is too large. */
export function releaseText(file: string, record: ReleaseRecord): string {
  const text = `${JSON.stringify(record, null, 1)}\n`;
  const bytes = Buffer.byteLength(text);
  if (bytes > mostReleaseBytes) throw new UserError(tooLarge(file, bytes));
  return text;
}

/** Where the record of v1 of a release lies while the record of v2 has no cost. */
export function keptFile(file: string): string {
  return path.join(path.dirname(file), 'v1', path.basename(file));
}

/** The kept records of v1 that still count: of releases whose cost no record of v2 has, sorted by name. */
export function keptFiles(results: string): string[] {
  return recordsIn(path.join(results, releasesFolder, 'v1')).filter((file) => isNeeded(file));
}

/** Whether a kept record of v1 has what no other record of the release has. */
export function isNeeded(kept: string): boolean {
  const file = path.join(path.dirname(path.dirname(kept)), path.basename(kept));
  return !existsSync(file) || (isRelease(file) && readReleaseRecord(file).parts.cost === null);
}

/** The records of releases of either version, sorted by name. */
export function releaseFiles(results: string): string[] {
  return recordsIn(path.join(results, releasesFolder));
}

function recordsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  return names.sort().map((name) => path.join(folder, name));
}

/** Whether a file is of v2. Throws `UserError` for a file that names no schema. */
export function isRelease(file: string): boolean {
  const { schema } = readJson(file, z.looseObject({ schema: z.string() }));
  return schema === ReleaseRecord.shape.schema.value;
}

/** Throws `UserError` with the file as `who`. */
export function parseRelease(who: string, value: unknown): ReleaseRecord {
  return parseAs(who, ReleaseRecord, value);
}
