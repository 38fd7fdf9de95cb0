import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import { agentFaults } from '../../agents/clis/index.ts';
import { answerContradictions } from '../../agents/models/local/score-answers.ts';
import { IndexEntry, RunIndex } from '../../experiments/skills/manager/run-store.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { filesBelow } from '../../platform/files/files-below.ts';
import { readJson } from '../../platform/files/read-json.ts';
import type { Project } from '../../platform/project.ts';
import { count } from '../../platform/words/format.ts';
import { Bundle } from '../../publish/attestation/attested.ts';
import { AcceptedEndsRecord, AuditRecord } from '../../results/records/audit-record.ts';
import { CapabilitiesRecord } from '../../results/records/capabilities-record.ts';
import { ChannelsRecord } from '../../results/records/channels-record.ts';
import { ownId } from '../../results/records/custom-id.ts';
import { answersFileOf, keptAnswers } from '../../results/records/kept-answers.ts';
import { eventsFileOf, keptEvents } from '../../results/records/kept-events.ts';
import { checkPicture } from '../../results/records/kept-pictures.ts';
import { mostResultsBytes, readResultsFile, resultsFilesIn } from '../../results/records/read-history.ts';
import { readSkillRuns } from '../../results/records/read-skill-runs.ts';
import { References } from '../../results/records/references.ts';
import { readStoredLock, storedLockFile } from '../../results/records/release-lock.ts';
import {
  isNeeded,
  isRelease,
  measuredPart,
  readReleaseRecord,
  releaseName,
} from '../../results/records/release-record.ts';
import { tooLarge } from '../../results/records/results-text.ts';
import type { ServerRecord } from '../../results/records/server-records.ts';
import { ServersRecord } from '../../results/records/servers-record.ts';
import { Baseline } from '../../results/standings/baseline.ts';
import type { HeldProject } from '../../results/verify/against-git/commit-state.ts';
import { holdResults } from '../../results/verify/against-git/hold-results.ts';
import { keptBeside } from '../../results/verify/event-contradictions.ts';
import { lockContradictions, releaseContradictions } from '../../results/verify/release-contradictions.ts';
import { fileContradictions } from '../../results/verify/run-contradictions.ts';
import { Lockfile } from '../../servers/installs/lockfile.ts';

export type CheckOutcome = { checked: string; mistakes: string[] };

type Kind = {
  /** Path below `results/`; a part in brackets is a placeholder. */
  file: string;
  /** Null for files with their own reader. Throws UserError. */
  read: ((file: string) => unknown) | null;
  /** What contradicts itself or a file beside it, each with its field. The file was read before. */
  contradictions?: (file: string) => string[];
  isMeasured?: true;
};

function stated(file: string, schema: z.ZodType): Kind {
  return { file, read: (found) => readJson(found, schema) };
}

function measured(file: string, schema: z.ZodType): Kind {
  return { ...stated(file, schema), isMeasured: true };
}

/** Throws `UserError` if the file of a record has another name (without `.json`). */
function checkName(file: string, name: string): void {
  if (path.basename(file, '.json') !== name)
    throw new UserError(`${file}: file name: must be ${name}.json, as the content requires`);
}

/** Records of v1, one for each server. */
function ofServer(folder: string, schema: typeof CapabilitiesRecord | typeof ChannelsRecord): Kind {
  return {
    file: `${folder}/<server>.json`,
    read: (file) => checkName(file, ownId(readJson<z.ZodType<ServerRecord>>(file, schema).server.id)),
    isMeasured: true,
  };
}

/** A release of a server in either version; one of v2 with the lockfile that it was installed from. */
function checkRelease(file: string): void {
  if (!isRelease(file)) {
    const { server } = readJson(file, ServersRecord);
    checkName(file, `${ownId(server.id)}@${server.version}`);
    return;
  }
  const record = readReleaseRecord(file);
  checkName(file, releaseName(record.server));
  if (!measuredPart(record, 'install')) return;
  const lockFile = storedLockFile(resultsOf(file), record.server);
  if (!existsSync(lockFile))
    throw new UserError(`${lockFile}: not found; the release in ${file} was installed from this lockfile`);
}

/** The folder of results with this record of a release. */
function resultsOf(file: string): string {
  return path.dirname(path.dirname(file));
}

/** Contradictions within a record of v2, and with its lockfile. */
function contradictionsOf(file: string): string[] {
  if (!isRelease(file)) return [];
  const record = readReleaseRecord(file);
  const install = measuredPart(record, 'install');
  const lock = readStoredLock(resultsOf(file), record.server);
  const lockFile = storedLockFile(resultsOf(file), record.server);
  return [
    ...releaseContradictions(record),
    ...(install && lock ? lockContradictions(install, lock, lockFile) : []),
  ];
}

/** A record of v1 beside one of v2 that has no cost. */
function checkKept(file: string): void {
  const { server } = readJson(file, ServersRecord);
  checkName(file, `${ownId(server.id)}@${server.version}`);
  if (!isNeeded(file))
    throw new UserError(`${file}: another record has the cost of this release; remove this file`);
}

function checkLock(file: string): void {
  readJson(file, Lockfile);
  const folder = path.dirname(path.dirname(file));
  const name = path.basename(file, '.json');
  const [id, version] = name.split('@');
  const isOf = (record: string) =>
    record === name || (record.startsWith(`${id}+`) && record.endsWith(`@${version}`));
  if (!readdirSync(folder).some((each) => isOf(path.basename(each, '.json'))))
    throw new UserError(`${file}: no record of this release in ${folder}; expected ${name}.json`);
}

/** Every kind of file that is allowed below `results/`. */
const kinds: readonly Kind[] = [
  { file: '<sha>.json', read: null },
  { file: '<sha>/<run>.json.gz', read: null },
  { file: 'episodes/<run>.jsonl.gz', read: null },
  { file: 'answers/<run>.jsonl.gz', read: null },
  { file: 'pictures/<2>/<sha>.webp', read: null },
  { file: 'skills/runs/<run>.json', read: null },
  stated('skills/entries/<run>.json', IndexEntry),
  stated('skills/index.json', RunIndex),
  stated('attestations/<run>.sigstore.json', Bundle),
  {
    file: 'audits/<suite>@<server>.json',
    read: (file) => {
      const { suite, server } = readJson(file, AuditRecord);
      checkName(file, `${suite}@${ownId(server.id)}`);
    },
    isMeasured: true,
  },
  {
    file: 'servers/<server>.json',
    read: checkRelease,
    contradictions: contradictionsOf,
    isMeasured: true,
  },
  { file: 'servers/locks/<server>.json', read: checkLock },
  { file: 'servers/v1/<server>.json', read: checkKept, isMeasured: true },
  ofServer('capabilities', CapabilitiesRecord),
  ofServer('channels', ChannelsRecord),
  measured('right-ends.json', AcceptedEndsRecord),
  stated('references.json', References),
  stated('baseline.json', Baseline),
];

/**
 * Checks every results file against its schema, itself, the other files and git, and every other file of the folder against
 * the schema of its kind. `notes` list the files that could not be compared with git, and why.
 */
export async function checkResults(
  project: HeldProject & Pick<Project, 'checkout' | 'references'>,
  nowMs: number,
  { mostBytes = mostResultsBytes }: { mostBytes?: number } = {},
): Promise<CheckOutcome & { notes: string[] }> {
  const files = resultsFilesIn(project.results);
  const holder = await holdResults({ project, shas: files.map(({ sha }) => sha), nowMs });
  const mistakes: string[] = [];
  const notes: string[] = [];
  const attempt = async (read: () => unknown) => {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      mistakes.push(error.message);
    }
  };
  const kept = keptEvents(project.results);
  const answers = keptAnswers(project.results);
  const unclaimed = new Set([...kept, ...answers]);
  const shown = new Set<string>();
  let readable = 0;
  for (const { file } of files)
    await attempt(async () => {
      const content = readResultsFile(file);
      readable += 1;
      const large = file.endsWith('.json') ? tooLarge(file, statSync(file).size, mostBytes) : null;
      if (large !== null) mistakes.push(large);
      for (const run of content.runs) {
        unclaimed.delete(run.runId);
        await attempt(() => {
          const faults = answerContradictions(project.results, run);
          mistakes.push(...faults.map((fault) => `${answersFileOf(project.results, run.runId)}: ${fault}`));
        });
        const beside = keptBeside(project.results, run);
        for (const digest of beside.pictures) shown.add(digest);
        mistakes.push(...beside.faults.map((fault) => `${beside.file}: ${fault}`));
        notes.push(...beside.notes);
      }
      const faults = [
        ...fileContradictions(content),
        ...holder.faultsOf(file, content),
        ...content.runs.flatMap((run) => agentFaults(run).map((fault) => `${run.runId}: ${fault}`)),
      ];
      mistakes.push(...faults.map((fault) => `${file}: ${fault}`));
      const why = holder.notChecked(content);
      if (why !== null) notes.push(`not checked: ${file}: ${why}`);
    });
  mistakes.push(...holder.gone.map(({ file, why }) => `${path.join(project.results, file)}: ${why}`));
  // If a results file could not be read, the run of some events and pictures is unknown.
  const isAllRead = readable === files.length;
  if (isAllRead)
    for (const runId of unclaimed)
      for (const place of [eventsFileOf, answersFileOf].map((fileOf) => fileOf(project.results, runId)))
        if (existsSync(place))
          mistakes.push(`${place}: file name: must be <run>.jsonl.gz of a run in results/`);
  const others = await recordsBelow(project.results);
  const allowed = kinds.map(({ file }) => file).join(', ');
  for (const { file, kind } of others)
    if (kind?.file.endsWith('.webp')) await attempt(() => checkPicture(file, isAllRead ? shown : null));
    else if (kind)
      await attempt(() => {
        kind.read?.(file);
        const faults = kind.contradictions?.(file) ?? [];
        mistakes.push(...faults.map((fault) => `${file}: ${fault}`));
      });
    else mistakes.push(`${file}: file name: must be one of ${allowed}`);
  // Claims about others and the baseline of this repository; users of the package do not need them.
  const wanted = [
    [project.references, References],
    [path.join(project.results, 'baseline.json'), Baseline],
  ] as const;
  for (const [file, schema] of wanted)
    if (!others.some((other) => other.file === file) && (project.checkout !== null || existsSync(file)))
      await attempt(() => readJson(file, schema));
  await attempt(() => {
    for (const { file, noResult } of readSkillRuns(path.join(project.results, 'skills', 'runs')))
      if (noResult !== null) mistakes.push(`${file}: not a result: ${noResult}`);
  });
  return {
    checked: [
      count(files.length, 'results file'),
      `${count(kept.length, 'file')} of events`,
      ...(answers.length > 0 ? [`${count(answers.length, 'file')} of answers`] : []),
      count(others.filter(({ kind }) => kind?.isMeasured).length, 'measured record'),
      'references',
    ].join(', '),
    mistakes,
    notes,
  };
}

/** Hidden files are not records: claims, and files that are being written. */
async function recordsBelow(results: string): Promise<{ file: string; kind: Kind | undefined }[]> {
  const files = existsSync(results) ? await filesBelow(results) : [];
  return files.flatMap((file) => {
    const place = path.relative(results, file).split(path.sep).join('/');
    if (/(^|\/)\./.test(place)) return [];
    return [{ file, kind: kinds.find((each) => patternOf(each).test(place)) }];
  });
}

function patternOf({ file }: Kind): RegExp {
  const place = file.replaceAll('.', '\\.').replace('<sha>', '[0-9a-f]{7,64}');
  return new RegExp(`^${place.replace(/<\w+>/g, '[^/]+')}$`);
}
