import { plural } from '../../harness/publish/board/format.ts';
import { commandWords } from '../../harness/publish/board/settings.ts';
import type { Run } from '../../harness/results/records/result.ts';
import type { RunKind } from '../../harness/results/records/run-identity.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';

/** One check of a stored run. */
export type RunCheck = {
  what: string;
  /** Null if the stored files cannot decide it. */
  isHeld: boolean | null;
  found: string;
  /** The command that repeats the check; null if there is none. */
  command: string | null;
};

const telling: readonly RunKind[] = ['agent', 'model', 'oracle', 'replay'];

/** The newest row of the most informative kind: a random run that passed nothing shows little about the checks. */
export function mostTelling(groups: readonly StandingGroup[]): StandingGroup['rows'][number] | null {
  const current = groups.filter(({ superseded }) => !superseded);
  const kind = telling.find((each) => current.some((group) => group.kind === each));
  const rows = current
    .filter((group) => kind === undefined || group.kind === kind)
    .flatMap((group) => group.rows);
  return rows.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))[0] ?? null;
}

/** Findings about a run from outside its own record. */
export type KnownOfRun = {
  sha: string;
  /** Its results below `results/`: `<sha>.json`, or the folder `<sha>` with one file per run. */
  stored: string;
  contradictions: readonly string[];
  git: { faults: readonly string[]; notChecked: string | null };
  attested: boolean | null;
  /** `https://github.com/<owner>/<name>`; null if it is not set. */
  repository: string | null;
  /** The stored lines, which match the digest in the run; null if none are stored. */
  events: string | null;
};

export function runChecks(run: Run, known: KnownOfRun): RunCheck[] {
  return [
    ofItsEpisodes(run, known),
    ofItsCommit(known),
    signed(run, known),
    ...kept(run, known),
    judgedAgain(run),
  ];
}

function ofItsEpisodes({ episodes }: Run, { contradictions }: KnownOfRun): RunCheck {
  return {
    what: 'The numbers of the run follow from its episodes',
    isHeld: contradictions.length === 0,
    found: `Totals, statuses, verdicts, digests and key were recomputed from ${plural(episodes.length, 'episode')}: ${
      contradictions.length === 0 ? 'all match the stored values' : contradictions.join('; ')
    }.`,
    command: `${commandWords} check`,
  };
}

function ofItsCommit({ git: { faults, notChecked } }: KnownOfRun): RunCheck {
  const what = 'The run belongs to its commit';
  if (faults.length > 0) return { what, isHeld: false, found: faults.join('; '), command: null };
  if (notChecked) return { what, isHeld: null, found: `Not checked: ${notChecked}.`, command: null };
  const found =
    'Date, subject, parents, suite, limits, tasks and web match the commit in git, and the run began after the commit.';
  return { what, isHeld: true, found, command: `${commandWords} check` };
}

function signed({ runId }: Run, { sha, stored, attested, repository }: KnownOfRun): RunCheck {
  const what = 'The workflow that made the run has signed it';
  if (!attested)
    return {
      what,
      isHeld: false,
      found: 'No signed statement is stored.',
      command: null,
    };
  const file =
    stored === `${sha}.json`
      ? `require("./results/${stored}")`
      : `JSON.parse(require("zlib").gunzipSync(require("fs").readFileSync("results/${stored}/${runId}.json.gz")))`;
  const select = `node -p 'JSON.stringify(${file}.runs.find((run) => run.runId === "${runId}"), null, 2)' > ${runId}.json`;
  const bundle = `--bundle results/attestations/${runId}.sigstore.json`;
  const slug = repository?.replace(/^https?:\/\/[^/]+\//, '');
  return {
    what,
    isHeld: true,
    found: 'The signature, the issuer of its certificate and the workflow in it were verified in this build.',
    command: slug ? `${select}\ngh attestation verify ${runId}.json ${bundle} --repo ${slug}` : null,
  };
}

function kept({ runId, episodes, eventsSha256 }: Run, { events }: KnownOfRun): RunCheck[] {
  const what = 'The events of the run are stored';
  if (events === null) return [{ what, isHeld: null, found: 'No events are stored.', command: null }];
  const ends = endsOf(events);
  const those = episodes.filter(({ taskId, trial }) => ends.has(`${taskId} ${trial}`));
  const agreeing = those.filter(({ taskId, trial, status }) => ends.get(`${taskId} ${trial}`) === status);
  return [
    {
      what,
      isHeld: true,
      found: `The events match the digest in the run, ${eventsSha256}.`,
      command: `gunzip -c results/episodes/${runId}.jsonl.gz | sha256sum`,
    },
    {
      what: 'The events end with the statuses of the results',
      isHeld: agreeing.length === those.length,
      found: `The statuses agree in ${agreeing.length} of ${plural(those.length, 'episode')} with stored events. The run has ${plural(episodes.length, 'episode')}.`,
      command: null,
    },
  ];
}

/** The last event of each episode. */
function endsOf(events: string): Map<string, string> {
  const ends = events
    .split('\n')
    .filter((line) => /"type":"task_(passed|failed)"/.test(line))
    // Written by the harness, with the digest in the run.
    .map((line) => JSON.parse(line) as { taskId: string; trial: number; status: string });
  return new Map(ends.map(({ taskId, trial, status }) => [`${taskId} ${trial}`, status]));
}

function judgedAgain({ episodes }: Run): RunCheck {
  const digests = episodes.filter(({ factsSha256, trajectorySha256 }) => factsSha256 && trajectorySha256);
  return {
    what: 'The run can be judged again',
    isHeld: null,
    found:
      `Not from the stored files. They have the digests of facts and trajectory for ${digests.length} of ${plural(episodes.length, 'episode')}, ` +
      'but not the facts and trajectories themselves, which stay on the machine of the run. Your own run has them.',
    command: null,
  };
}
