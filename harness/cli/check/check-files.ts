import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Project } from '../../platform/project.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { count } from '../../platform/words/format.ts';
import { thereIs } from '../../platform/words/known-names.ts';
import { ledgerName, parseToolLedger } from '../../servers/tool-ledger.ts';
import { checkPattern } from '../../task/check-pattern.ts';
import { givenChanges, givenSha256 } from '../../task/given.ts';
import { pagePackages } from '../../task/packages/index.ts';
import { needsOf, packageOf, uncheckedLines } from '../../task/pages/installed-pages.ts';
import { readSuites, type SuiteFile } from '../../task/read-suites.ts';
import { describeMistake, type FileMistake, readTasks, type TaskFile } from '../../task/read-tasks.ts';
import { parseTranscript } from '../../task/transcripts/parse-transcript.ts';
import { checkReferenceSolutions } from '../../task/walkthroughs/read-walkthrough.ts';
import { readFixtureSites } from '../../web/fixture-sites.ts';
import { checkDisputes } from './check-disputes.ts';
import { checkHosts } from './check-hosts.ts';
import { type CheckOutcome, checkResults } from './check-results.ts';

/**
 * Checks every task, transcript, result and reference, and reports all mistakes at once. If `tasks` or `transcripts`
 * name the user's own files, only those are checked.
 */
export async function checkEverything({
  project,
  folder,
  tasks: own,
  webRoot,
  transcripts: ownTranscripts,
  env,
}: {
  project: Project;
  /** The folder that paths of the user are relative to. */
  folder: string;
  tasks: string | null;
  /** The user's own fixture sites, searched first: if given, every task must start on a host in it. */
  webRoot: string | null;
  transcripts: string | null;
  /** Names the cache with the installed pages. */
  env: NodeJS.ProcessEnv;
}): Promise<CheckOutcome & { notes: string[] }> {
  const all = own
    ? { ...(await readTasks(own, 'custom', checkPattern)), suites: [] }
    : await readSuites(project.suites, checkPattern);
  const walkthroughs = own
    ? null
    : await checkReferenceSolutions(
        project.suites,
        all.tasks.map(({ task }) => task.id),
      );
  const webRoots = [...(webRoot === null ? [] : [webRoot]), ...project.webRoots];
  const starts = webRoot === null ? [] : await checkStarts(all.tasks, webRoots);
  const needs = checkNeeds(all.suites);
  const unchecked = await uncheckedLines(
    all.suites.map(({ suite }) => suite),
    env,
  );
  const hosts = await checkHosts(all.suites, all.tasks, webRoots);
  const transcripts =
    own && !ownTranscripts
      ? null
      : await checkTranscripts(
          {
            folder: ownTranscripts ?? project.transcripts,
            within: folder,
            isNamed: ownTranscripts !== null,
          },
          all.tasks,
          all.mistakes.length > 0,
        );
  const records = own || ownTranscripts ? null : await checkResults(project, Date.now());
  const disputes = own || ownTranscripts ? null : checkDisputes(project);
  return {
    checked: [
      count(all.tasks.length, 'task'),
      ...(walkthroughs ? [count(walkthroughs.count, 'walkthrough')] : []),
      ...(transcripts ? [transcripts.checked] : []),
      ...(records ? [records.checked] : []),
      ...(disputes ? [disputes.checked] : []),
    ]
      .join(', ')
      .concat(' valid'),
    mistakes: [
      ...[...all.mistakes, ...needs, ...hosts, ...starts].map(describeMistake),
      ...(walkthroughs?.mistakes ?? []),
      ...(transcripts?.mistakes ?? []),
      ...(records?.mistakes ?? []),
      ...(disputes?.mistakes ?? []),
    ],
    notes: [...unchecked, ...(records?.notes ?? [])],
  };
}

/** A suite may need only a package of pages that is known, so that it can be installed. */
function checkNeeds(suites: readonly SuiteFile[]): FileMistake[] {
  return suites.flatMap(({ suite: { needs }, placeOf }) => {
    if (needs === undefined || packageOf(needs)) return [];
    const known = pagePackages.map(needsOf).join(', ');
    const message = `must be a known package of pages: ${known}; found "${needs}"`;
    return [{ file: placeOf(['needs']), field: 'needs', message }];
  });
}

/** Loads the hosts, so that broken hosts are reported too. Throws `UserError`. */
async function checkStarts(tasks: readonly TaskFile[], webRoots: readonly string[]): Promise<FileMistake[]> {
  const { hosts, lookedIn } = await readFixtureSites(webRoots);
  return tasks.flatMap(({ file, task: { startUrl } }) => {
    const { protocol, hostname } = new URL(startUrl);
    if (!/^https?:$/.test(protocol) || hosts.has(hostname)) return [];
    return [
      {
        file,
        field: 'startUrl',
        message: `no page of the hermetic web answers ${startUrl} (looked in ${lookedIn.join(', ')})`,
      },
    ];
  });
}

async function checkTranscripts(
  { folder, within, isNamed }: { folder: string; within: string; isNamed: boolean },
  tasks: TaskFile[],
  tasksHaveMistakes: boolean,
): Promise<CheckOutcome> {
  const found = await stat(folder).catch(() => null);
  // A project that has recorded nothing yet.
  if (!found && !isNamed) return { checked: '0 transcripts', mistakes: [] };
  if (!found?.isDirectory())
    throw new UserError(
      `transcripts: ${folder} is not a folder; expected a folder with <server>/<task>.jsonl`,
    );
  const names = (await readdir(folder, { recursive: true })).sort();
  const files = names.filter((name) => name.endsWith('.jsonl'));
  const ledgers = names.filter((name) => path.basename(name) === ledgerName);
  const mistakes = await Promise.all(
    files.map((name) => checkTranscript(path.join(folder, name), tasks, tasksHaveMistakes)),
  );
  // A folder of one server's recordings has no folder for that server.
  const serverOf = (name: string) => path.basename(path.dirname(path.resolve(within, folder, name)));
  const ledgerMistakes = await Promise.all(
    ledgers.map((name) => checkToolLedger(path.join(folder, name), serverOf(name))),
  );
  return {
    checked: `${count(files.length, 'transcript')}, ${count(ledgers.length, 'tool ledger')}`,
    mistakes: [...mistakes, ...ledgerMistakes].flat(),
  };
}

async function checkTranscript(
  file: string,
  tasks: TaskFile[],
  tasksHaveMistakes: boolean,
): Promise<string[]> {
  const id = path.basename(file, '.jsonl');
  const task = tasks.find((each) => each.task.id === id)?.task;
  // A task that could not be read is reported as such, not as a transcript for no task.
  if (!task && !tasksHaveMistakes) {
    return [
      `${file}: file name: no task "${id}"; ${thereIs(
        id,
        tasks.map((each) => each.task.id),
        `${typedAs} list tasks`,
      )}`,
    ];
  }
  const parsed = parseTranscript(await readFile(file, 'utf8'));
  if ('drift' in parsed) {
    const { reason, step, expected, actual } = parsed.drift;
    return [
      `${file}: ${reason}${step === null ? '' : ` (${reason === 'malformed' ? 'line' : 'call'} ${step})`}: must be ${expected}; found ${actual}`,
    ];
  }
  const { header } = parsed.transcript;
  if (!task) return [];
  if (header.task !== id) return [`${file}: header.task: must be "${id}"; found "${header.task}"`];
  if (header.givenSha256 !== givenSha256(task)) {
    return [
      `${file}: header.givenSha256: must be ${givenSha256(task)} for the current task; found ${header.givenSha256}: ${givenChanges(header.given, task)}`,
    ];
  }
  return [];
}

async function checkToolLedger(file: string, server: string): Promise<string[]> {
  const parsed = parseToolLedger(file, await readFile(file, 'utf8'), server);
  return 'mistakes' in parsed ? parsed.mistakes : [];
}
