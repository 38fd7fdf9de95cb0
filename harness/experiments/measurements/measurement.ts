import type * as z from 'zod';
import type { Chromium } from '../../browser/chromium/find-chromium.ts';
import type { Project } from '../../platform/project.ts';
import type { ServerRecord } from '../../results/records/server-records.ts';
import type { ServerChoice } from '../../servers/index.ts';
import type { Server } from '../../servers/server.ts';

/** A measurement of servers: a member of the open set. Its file is small, because every command line loads it. */
export type Measurement = {
  /** The words of its command. */
  command: string;
  summary: string;
  /** The folder of its records, below the folder of results. */
  folder: string;
  /** Whether records of several versions of a server are kept. */
  isPerVersion?: true;
  /** Whether it plays reference solutions: a server without a tool mapping cannot be measured. */
  needsDialect?: true;
  /** Whether it counts tokens. */
  needsTokenizer?: true;
  /** The option that restricts the measurement to some items; a restricted measurement is not stored. */
  only?: { name: string; plural: string };
  /** What `--check` compares, as the subject of a sentence. Without it there is no `--check`, because records vary randomly. */
  checks?: string;
  /** Options besides `--server`, `--<only>`, `--write` and `--check`. */
  options: Options;
  /** Loads the implementation. */
  work(): Promise<Work<ServerRecord, Readonly<Record<string, unknown>>>>;
};

/** An option of its command as data: a text or a whole number. */
export type Option = { placeholder: string; summary: string } & (
  | { fallback: string }
  | { fallback: number; min: number; max: number }
);
type Options = Readonly<Record<string, Option>>;

export type Work<Found extends ServerRecord, Values> = {
  schema: z.ZodType<Found>;
  /** Prepares what all servers share, then measures one after the other. Throws `UserError`. */
  open(around: MeasurementContext, values: Values): Promise<(subject: Subject) => Promise<Measured<Found>>>;
  /** Differences from a stored record, one line each; for `--check`. */
  differ?(stored: Found, found: Found): string[];
  table(records: readonly Found[]): string[];
};

export type MeasurementContext = {
  project: Project;
  chromium: Chromium;
  /** The restriction; empty: none. */
  only: readonly string[];
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  log(line: string): void;
};

/** A server with its version, and how it was requested. */
export type Subject = { choice: ServerChoice; server: Server };

/** A record without the fields that all records begin with. */
export type Measured<Found> = Omit<Found, keyof ServerRecord | 'schema'> & { version: string };

/** A measurement whose implementation knows the types of its records and options. */
export function defineMeasurement<Found extends ServerRecord, Own extends Options>(
  measurement: Omit<Measurement, 'options' | 'work'> & {
    options: Own;
    work(): Promise<Work<Found, { [Name in keyof Own]: Own[Name]['fallback'] }>>;
  },
): Measurement {
  return measurement;
}
