import type * as z from 'zod';
import type { Chromium } from '../../browser/chromium/find-chromium.ts';
import type { Project } from '../../platform/project.ts';
import type { ServerRecord } from '../../results/records/server-records.ts';
import type { ServerChoice } from '../../servers/index.ts';
import type { Server } from '../../servers/server.ts';

/** What is measured of servers: a member of the open set. Its file is light, since every command line loads it. */
export type Measurement = {
  /** The words of its command. */
  command: string;
  summary: string;
  /** Of its records, below the folder of results. */
  folder: string;
  /** A record of one version of a server does not replace that of another. */
  isPerVersion?: true;
  /** It plays walkthroughs: a server without a tool mapping cannot be measured. */
  needsDialect?: true;
  /** It counts tokens. */
  needsTokenizer?: true;
  /** The option that narrows it to some of what it measures; what is narrowed is not stored. */
  only?: { name: string; plural: string };
  /** What `--check` compares, as the subject of a sentence. Without it there is no `--check`: records differ by chance. */
  checks?: string;
  /** Besides `--server`, `--<only>`, `--write` and `--check`. */
  options: Options;
  /** Loads what does the work. */
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
  /** Gets what all servers share, then measures one after the other. Throws `UserError`. */
  open(around: MeasurementContext, values: Values): Promise<(subject: Subject) => Promise<Measured<Found>>>;
  /** What a stored record says otherwise, a line each; for `--check`. */
  differ?(stored: Found, found: Found): string[];
  table(records: readonly Found[]): string[];
};

export type MeasurementContext = {
  project: Project;
  chromium: Chromium;
  /** What it is narrowed to; empty: to nothing. */
  only: readonly string[];
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  log(line: string): void;
};

/** A server, and how it was asked for, with its version. */
export type Subject = { choice: ServerChoice; server: Server };

/** A record but for what all of them begin with. */
export type Measured<Found> = Omit<Found, keyof ServerRecord | 'schema'> & { version: string };

/** A measurement whose work knows the types of its records and options. */
export function defineMeasurement<Found extends ServerRecord, Own extends Options>(
  measurement: Omit<Measurement, 'options' | 'work'> & {
    options: Own;
    work(): Promise<Work<Found, { [Name in keyof Own]: Own[Name]['fallback'] }>>;
  },
): Measurement {
  return measurement;
}
