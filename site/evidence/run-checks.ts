import { plural } from '../../harness/publish/board/format.ts';
import { commandWords } from '../../harness/publish/board/settings.ts';
import type { Run } from '../../harness/results/records/result.ts';
import type { RunKind } from '../../harness/results/records/run-identity.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';

/** One thing that speaks for a stored run, or does not. */
export type RunCheck = {
  what: string;
  /** Null where nobody can tell from what is stored. */
  isHeld: boolean | null;
  found: string;
  /** The command that looks by itself; null where there is none. */
  command: string | null;
};

const telling: readonly RunKind[] = ['agent', 'model', 'oracle', 'replay'];

/** The newest row of the kind that tells most: a run of chance that passed nothing shows little of how a run is checked. */
export function mostTelling(groups: readonly StandingGroup[]): StandingGroup['rows'][number] | null {
  const current = groups.filter(({ superseded }) => !superseded);
  const kind = telling.find((each) => current.some((group) => group.kind === each));
  const rows = current
    .filter((group) => kind === undefined || group.kind === kind)
    .flatMap((group) => group.rows);
  return rows.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))[0] ?? null;
}

/** What was found out of a run beside what its own record says. */
export type KnownOfRun = {
  sha: string;
  /** Its results below `results/`: `<sha>.json`, or the folder `<sha>` with one file a run. */
  stored: string;
  contradictions: readonly string[];
  git: { faults: readonly string[]; notChecked: string | null };
  attested: boolean | null;
  /** `https://github.com/<owner>/<name>`; null where nobody said it. */
  repository: string | null;
  /** The kept lines, which have the digest that the run says; null where none are kept. */
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
    what: 'Its numbers follow from its episodes',
    isHeld: contradictions.length === 0,
    found: `Totals, statuses, verdicts, digests and key were made again from ${plural(episodes.length, 'episode')}: ${
      contradictions.length === 0 ? 'all are as stored' : contradictions.join('; ')
    }.`,
    command: `${commandWords} check`,
  };
}

function ofItsCommit({ git: { faults, notChecked } }: KnownOfRun): RunCheck {
  const what = 'It is of its commit';
  if (faults.length > 0) return { what, isHeld: false, found: faults.join('; '), command: null };
  if (notChecked) return { what, isHeld: null, found: `Not checked: ${notChecked}.`, command: null };
  const found =
    'Date, subject, parents, suite, limits, tasks and web are those that git has of the commit, and it began after that was made.';
  return { what, isHeld: true, found, command: `${commandWords} check` };
}

function signed({ runId }: Run, { sha, stored, attested, repository }: KnownOfRun): RunCheck {
  const what = 'A workflow signed that it measured it';
  if (!attested)
    return {
      what,
      isHeld: false,
      found: 'No signed statement of it is stored.',
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
    found:
      'The signature, who issued its certificate and the workflow that it names were verified in this build.',
    command: slug ? `${select}\ngh attestation verify ${runId}.json ${bundle} --repo ${slug}` : null,
  };
}

function kept({ runId, episodes, eventsSha256 }: Run, { events }: KnownOfRun): RunCheck[] {
  const what = 'What happened in it is kept';
  if (events === null) return [{ what, isHeld: null, found: 'No events of it are stored.', command: null }];
  const ends = endsOf(events);
  const those = episodes.filter(({ taskId, trial }) => ends.has(`${taskId} ${trial}`));
  const agreeing = those.filter(({ taskId, trial, status }) => ends.get(`${taskId} ${trial}`) === status);
  return [
    {
      what,
      isHeld: true,
      found: `Its events have the digest that the result names, ${eventsSha256}.`,
      command: `gunzip -c results/episodes/${runId}.jsonl.gz | sha256sum`,
    },
    {
      what: 'Its events end as its result says',
      isHeld: agreeing.length === those.length,
      found: `${agreeing.length} of ${plural(those.length, 'episode')} whose events are kept; the run has ${episodes.length}.`,
      command: null,
    },
  ];
}

/** The last word of each episode. */
function endsOf(events: string): Map<string, string> {
  const ends = events
    .split('\n')
    .filter((line) => /"type":"task_(passed|failed)"/.test(line))
    // Written by the harness, and of the digest that the run names.
    .map((line) => JSON.parse(line) as { taskId: string; trial: number; status: string });
  return new Map(ends.map(({ taskId, trial, status }) => [`${taskId} ${trial}`, status]));
}

function judgedAgain({ episodes }: Run): RunCheck {
  const digests = episodes.filter(({ factsSha256, trajectorySha256 }) => factsSha256 && trajectorySha256);
  return {
    what: 'It can be judged again',
    isHeld: null,
    found:
      `Not from what is stored: of ${digests.length} of ${plural(episodes.length, 'episode')} the digests of facts and trajectory are here, ` +
      'and the files themselves are not. They stay in the folder of who played it. A run of your own has them.',
    command: null,
  };
}
