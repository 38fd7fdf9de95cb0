import * as z from 'zod';
import { AcceptedEndsRecord, AuditRecord } from '../../results/records/audit-record.ts';
import { CapabilitiesRecord } from '../../results/records/capabilities-record.ts';
import { ChannelsRecord } from '../../results/records/channels-record.ts';
import { Dispute } from '../../results/records/disputes.ts';
import { ReleaseRecord } from '../../results/records/release-record.ts';
import { ResultsFile } from '../../results/records/result.ts';
import { RunKind } from '../../results/records/run-identity.ts';
import { ServersRecord } from '../../results/records/servers-record.ts';
import { Simulations } from '../../results/records/simulations.ts';
import { statusNames } from '../../results/records/statuses.ts';
import { Limits as EditionLimits } from '../../task/suite.ts';
import { Task } from '../../task/task.ts';
import { LeaderboardFile, MatrixFile, RelationsFile } from './leaderboard-record.ts';

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const date = z.string().nullable().describe('ISO 8601; null if unknown.');

/** A file of `/api/v1/`: its kind, its time, and its fields. */
function file<Fields extends z.core.$ZodLooseShape>(kind: string, fields: Fields) {
  return z.strictObject({
    schema: z.literal(`contract-bench.${kind}`),
    asOf: z
      .string()
      .nullable()
      .describe('Time of the newest record of any kind on this site; null without a record.'),
    synthetic: z.literal(true).optional().describe('The results were invented.'),
    ...fields,
  });
}

const SuiteCost = z.strictObject({
  passed: count,
  total: count,
  answers: z.number().nullable().describe('Tokens of the answers; mean over the shared tasks.'),
  tokens: z
    .number()
    .nullable()
    .describe(
      'Tokens charged to a model for a task: the tool list once, and the answers. Null unless it passed all shared tasks.',
    ),
  ratio: z
    .number()
    .nullable()
    .describe('Its `tokens` divided by the `tokens` of the reference, on the same tasks.'),
});

const row = {
  adapter: z.string(),
  model: z.string().nullable(),
  endpoint: z.string().nullable(),
  server: z.strictObject({ id: z.string(), package: z.string().nullable(), version: z.string() }),
};
const seriesOf = {
  comparabilityKey: z.string().describe('Only rows with the same key are comparable.'),
  superseded: z.boolean(),
  kind: RunKind,
  web: z.enum(['hermetic', 'live']),
  trials: z.int().positive(),
  standingId: z.string().describe('/rows/<id>/.'),
  ...row,
};
const pointOf = { sha: z.string(), date, runId: z.string(), startedAt: z.string() };

const { success, maxSteps, maxDurationMs, maxUsd, ...spec } = Task.shape;

/** The JSON files of `/api/v1/`, and the lines of its JSON Lines files, by schema name. */
export const apiSchemas = {
  leaderboard: LeaderboardFile,
  relations: RelationsFile,
  matrix: MatrixFile,
  servers: file('api.servers.v1', {
    reference: z.string().nullable().describe('The server with the ratio 1; null if none was measured.'),
    suites: z
      .array(z.strictObject({ suite: z.string(), tasks: count, shared: z.array(z.string()) }))
      .describe(
        '`shared`: the tasks that the newest release of every server passed. Suites are never pooled.',
      ),
    servers: z
      .array(
        ServersRecord.extend({
          newest: z.boolean().describe('The newest measured release of its server.'),
          ratios: z.record(z.string(), SuiteCost).describe('By suite.'),
        }),
      )
      .describe('One record for each release.'),
  }),
  releases: file('api.releases.v1', {
    releases: z.array(
      z.strictObject({
        server: z.string(),
        variant: z.string().nullable(),
        version: z.string(),
        title: z.string(),
        newest: z.boolean().describe('No newer release of this server or variant has a record.'),
        at: z.string().nullable().describe('The latest time of a part.'),
        page: z.string(),
        data: z.string().describe('The file with the whole record.'),
        parts: z
          .record(z.string(), z.string())
          .describe('`measured`, `not measured` or `broken: <why>`, by part; empty for a record of v1.'),
        honesty: z
          .strictObject({
            ...{ editionSha256: z.string(), right: count, error: count, shown: count },
            ...{ silent: count, wrong: count, asked: count },
            dishonest: count.describe('Traps that are silent or wrong: the number of a server.'),
          })
          .nullable()
          .describe('Numbers of one edition alone may be compared.'),
        reach: z
          .strictObject({ editionSha256: z.string(), answered: count, asked: count })
          .nullable()
          .describe('Cells of targets and roads.'),
      }),
    ),
  }),
  release: file('api.release.v1', { record: z.union([ReleaseRecord, ServersRecord]) }),
  capabilities: file('api.capabilities.v1', { servers: z.array(CapabilitiesRecord) }),
  channels: file('api.channels.v1', { servers: z.array(ChannelsRecord) }),
  audits: file('api.audits.v1', {
    audits: z.array(AuditRecord),
    rightEnds: AcceptedEndsRecord.nullable().describe('Null if none were played.'),
  }),
  simulations: file('api.simulations.v1', { simulations: Simulations }),
  disputes: file('api.disputes.v1', { disputes: z.array(Dispute) }),
  series: file('series.v1', {
    series: z.array(
      z.strictObject({
        ...seriesOf,
        suite: z.string(),
        points: z
          .array(z.looseObject(pointOf).describe('With the measures of the run.'))
          .describe('Oldest first.'),
      }),
    ),
  }),
  task: file('task.v1', {
    ...spec,
    suite: z.string(),
    taskSha256: z.string(),
    limits: EditionLimits.describe('Maximum for one attempt, from the edition of its suite.'),
    own: z.strictObject({ maxSteps, maxDurationMs, maxUsd }).describe('Limits of the task itself.'),
    contract: success,
    history: z.array(
      z.strictObject({
        ...seriesOf,
        runs: z
          .array(
            z.strictObject({
              ...pointOf,
              isOfProject: z.boolean(),
              outcomes: z.array(
                z.strictObject({
                  trial: z.int().positive(),
                  status: z.enum(statusNames),
                  durationMs: z.number().nonnegative(),
                  failed: z.string().nullable().describe('The clause that failed.'),
                }),
              ),
            }),
          )
          .describe('Oldest first.'),
      }),
    ),
  }),
  commits: file('commits.v1', {
    commits: z.array(
      z.strictObject({
        sha: z.string(),
        date,
        subject: z.string(),
        archive: z
          .string()
          .nullable()
          .describe('The file that holds an older commit; null if the commit has its own file.'),
        folder: z
          .string()
          .nullable()
          .describe(
            'The folder of a commit with more than 20 MB of results, with one file `<run>.json.gz` for each run. Else null.',
          ),
        runs: z.array(
          z.strictObject({
            runId: z.string(),
            suite: z.string(),
            label: z.string(),
            score: LeaderboardFile.shape.groups.element.shape.rows.element.shape.score,
          }),
        ),
      }),
    ),
  }),
  archives: file('archives.v1', {
    wholeCommits: count.describe('Number of newest commits with a file of their own.'),
    archives: z.array(
      z.strictObject({ path: z.string(), bytes: count, sha256, from: z.string(), to: z.string() }),
    ),
  }),
  episodes: file('episodes.v1', {
    runs: z.array(
      z.strictObject({
        runId: z.string(),
        sha: z.string(),
        suite: z.string(),
        path: z.string(),
        bytes: count,
        eventsSha256: sha256.optional().describe('Digest of the uncompressed lines.'),
        episodes: count,
        again: z
          .string()
          .nullable()
          .describe('The command that plays an episode again, with placeholders {task}, {seed} and {trial}.'),
        passing: z
          .string()
          .nullable()
          .describe(
            'The run whose passed episodes are the comparison for this run, if none of its own passed.',
          ),
      }),
    ),
  }),
  event: z
    .looseObject({ runId: z.string(), taskId: z.string(), trial: z.int().positive(), type: z.string() })
    .describe('A line of `episodes/<run>.jsonl.gz`. Its other fields depend on its type.'),
  search: file('search.v1', {
    places: z.array(
      z.strictObject({
        path: z.string(),
        kind: z.string(),
        title: z.string(),
        text: z.string().describe('Search terms.'),
        line: z.string().describe('Text of the result.'),
      }),
    ),
  }),
  results: ResultsFile,
} satisfies Record<string, z.ZodType>;

/** A schema as a file. `$id` names the kind and not an address, so that the file is the same at any address. */
export function jsonSchema(name: string, schema: z.ZodType, io: 'input' | 'output', title: string): object {
  const json = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
  return { $id: `urn:contract-bench:schema:${name}`, title, ...json };
}

/** The text of a schema file in `docs/schemas/api/` and on the site, by name. On one line, because no person reads it. */
export function apiSchemaText(name: string): string {
  const schema = Object.entries(apiSchemas).find(([each]) => each === name)?.[1];
  if (!schema) throw new Error(`no schema ${name}; expected one of ${Object.keys(apiSchemas).join(', ')}`);
  const io = name === 'results' ? 'input' : 'output';
  return `${JSON.stringify(jsonSchema(`api:${name}`, schema, io, `/api/v1/: ${name}`))}\n`;
}
