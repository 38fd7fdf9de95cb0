import type {
  AcceptedEndsRecord,
  AuditedTask,
  AuditRecord,
  End,
} from '../../harness/results/records/audit-record.ts';
import type { Task } from '../../harness/task/task.ts';

/** The number of checks that ended as required, and of all checks. */
export type Share = { found: number; of: number };

export type Audits = { records: readonly AuditRecord[]; rightEnds: AcceptedEndsRecord | null };

/** A section of the evidence page. */
export type Anchor = 'controls' | 'noticed' | 'templates';

/** The counts of each task. Checks in a browser and checks without one are never added up. */
export type Count = { title: string; anchor: Anchor; of(task: AuditedTask): Share };

const none = { played: 0, made: 0, passed: 0 };

/** Every ending except passed counts as not passed, also inconclusive. */
export const attacks: Count = {
  title: 'Attacks that did not pass',
  anchor: 'controls',
  of: ({ ends, attacks }) => ({
    found: attacks.filter((control) => ends[control] !== 'passed').length,
    of: attacks.length,
  }),
};
export const nearMisses: Count = {
  title: 'Near misses in a browser that did not pass',
  anchor: 'templates',
  of: ({ wrong: { 'near-misses': { played, passed } = none } }) => ({ found: played - passed, of: played }),
};
const madeMisses: Count = {
  title: 'End states with one wrong fact that were rejected',
  anchor: 'templates',
  of: ({ wrong: { 'made-misses': { made, passed } = none } }) => ({ found: made - passed, of: made }),
};
const mutations: Count = {
  title: 'Changed facts and weakened contracts that were detected',
  anchor: 'noticed',
  of: ({ wrong: { mutations: { made, passed } = none } }) => ({ found: made - passed, of: made }),
};
const counts: readonly Count[] = [
  attacks,
  {
    title: 'Recordings and reference solutions that passed',
    anchor: 'controls',
    of: ({ right: { replay = none, oracle = none } }) => ({
      found: replay.passed + oracle.passed,
      of: replay.played + oracle.played,
    }),
  },
  mutations,
  nearMisses,
  madeMisses,
  {
    title: 'Other correct solutions that passed',
    anchor: 'templates',
    of: ({ right: { 'other-ways': { played, passed } = none } }) => ({ found: passed, of: played }),
  },
];

/** The columns of these audits: the counts that at least one of their tasks has, of one section or of all. */
export function columnsOf(records: readonly AuditRecord[], anchor?: Anchor): Count[] {
  return counts.filter(
    (count) =>
      (anchor === undefined || count.anchor === anchor) &&
      records.some(({ tasks }) => shareOf(tasks, count) !== null),
  );
}

const believed = 'Correct end states that were accepted';

/** Sum over these tasks; null if none of them has the count. */
export function shareOf(tasks: readonly AuditedTask[], ...those: readonly Count[]): Share | null {
  return sumOf(tasks.flatMap((task) => those.map(({ of }) => of(task))));
}

/** How many attempts of controls ended as tampered; null if none was played. */
export function tamperedEnds(records: readonly AuditRecord[]): Share | null {
  const ends = records
    .flatMap(({ tasks }) => tasks.flatMap(({ ends }) => Object.values(ends)))
    .filter((end) => end !== 'cannot');
  return sumOf([{ found: ends.filter((end) => end === 'tampered').length, of: ends.length }]);
}

/** Such as `Web-10, edition 2`, with the current edition if it is another; empty without an audit. */
export function editionWords(
  records: readonly Pick<AuditRecord, 'suite' | 'edition'>[],
  suiteName: (id: string) => string,
  editionNow: (id: string) => number | undefined,
): string {
  const words = records.map(({ suite, edition }) => {
    const current = editionNow(suite) ?? edition;
    return `${suiteName(suite)}, edition ${edition}${current === edition ? '' : ` (now ${current})`}`;
  });
  return [...new Set(words)].join('; ');
}

/** How many tasks of each suite were audited, and on which seeds; every suite that has tasks, by its id. */
export function auditedTasks(
  records: readonly AuditRecord[],
  taskFiles: readonly { suite: string; task: Pick<Task, 'id' | 'seed'> }[],
): (Share & { suite: string; seeds: number[] })[] {
  const audited = new Set(records.flatMap(({ tasks }) => tasks.map(({ task }) => task)));
  return [...Map.groupBy(taskFiles, ({ suite }) => suite)].sort().map(([suite, files]) => {
    const found = files.filter(({ task }) => audited.has(task.id));
    const seeds = new Set(found.flatMap(({ task }) => task.seed ?? []));
    return { suite, found: found.length, of: files.length, seeds: [...seeds] };
  });
}

export function acceptedEndsShare({ tasks }: AcceptedEndsRecord): Share | null {
  return sumOf(tasks.map(({ believed, played }) => ({ found: believed, of: played })));
}

function sumOf(shares: readonly Share[]): Share | null {
  const sum = (pick: keyof Share) => shares.reduce((total, share) => total + share[pick], 0);
  return sum('of') === 0 ? null : { found: sum('found'), of: sum('of') };
}

/** Whether all checks of a task ended as required. */
export type Held = 'held' | 'open';
const heldOf = (shares: readonly Share[]): Held[] =>
  shares.filter(({ of }) => of > 0).map(({ found, of }) => (found === of ? 'held' : 'open'));

/** One mark for each of these tasks that has the count. */
export function marksOf(tasks: readonly AuditedTask[], { of }: Count): Held[] {
  return heldOf(tasks.map(of));
}

/** The fragment of a record on the audits page. */
export function auditAnchor({ suite, server }: Pick<AuditRecord, 'suite' | 'server'>): string {
  return `${suite}-on-${server.id}`;
}

/** A sum over all audits with its label, one mark per counted task, and the section with the details. */
export function evidenceFigures({ records, rightEnds: acceptedEnds }: Audits) {
  const tasks = records.flatMap((record) => record.tasks);
  const figures = counts.map((count) => ({
    words: count.title,
    anchor: count.anchor,
    share: shareOf(tasks, count),
    marks: marksOf(tasks, count),
  }));
  const ends = {
    words: believed,
    anchor: 'noticed' as const,
    share: acceptedEnds && acceptedEndsShare(acceptedEnds),
    marks: heldOf(
      (acceptedEnds?.tasks ?? []).map(({ believed, played }) => ({ found: believed, of: played })),
    ),
  };
  return [...figures, ends].flatMap(({ share, ...figure }) => (share ? [{ ...figure, ...share }] : []));
}

/** Findings of the audits for one task, or for its template on the played seed, with the audited editions; null if they cover neither. */
export function taskAudit(
  { records, rightEnds: acceptedEnds }: Audits,
  { id, templateId }: Pick<Task, 'id' | 'templateId'>,
): { seed: number | null; editions: number[]; lines: [name: string, value: string][] } | null {
  let seed: number | null = null;
  const editions = new Set<number>();
  const words = ({ found, of }: Share) => `${found} of ${of}`;
  const lines = records.flatMap(({ server, tasks, edition }) => {
    const found =
      tasks.find(({ task }) => task === id) ?? tasks.find(({ task }) => isMadeFrom(task, templateId));
    if (!found) return [];
    editions.add(edition);
    if (templateId) seed = Number(found.task.slice(templateId.length + 2));
    return counts.flatMap((count): [string, string][] => {
      const share = shareOf([found], count);
      return share ? [[`${count.title} on ${server.title}`, words(share)]] : [];
    });
  });
  const ends = acceptedEnds?.tasks.find(({ task }) => task === id);
  if (ends) lines.push([believed, words({ found: ends.believed, of: ends.played })]);
  return lines.length === 0 ? null : { seed, editions: [...editions], lines };
}

function isMadeFrom(task: string, templateId: string | undefined): boolean {
  return (
    templateId !== undefined && task.startsWith(templateId) && /^-s\d+$/.test(task.slice(templateId.length))
  );
}

/** Results of each control, one column per server: the number of tasks by ending, or why it is not applicable. */
export function controlEnds(records: readonly AuditRecord[]) {
  const servers = [...new Map(records.map(({ server }) => [server.id, server.title]))].sort();
  const played = records.flatMap(({ controls, tasks }) =>
    controls.filter(({ control, lacks }) => lacks !== null || tasks.some(({ ends }) => control in ends)),
  );
  const does = new Map(played.map((each) => [each.control, each.does]));
  return {
    servers,
    controls: [...does].map(([control, does]) => ({
      control,
      does,
      cells: servers.map(([id]) => {
        const those = records.filter(({ server }) => server.id === id);
        const row = those.flatMap(({ controls }) => controls.filter((each) => each.control === control));
        const ends = those.flatMap(({ tasks }) => tasks.flatMap(({ ends }) => ends[control] ?? []));
        const tally = Map.groupBy(ends, (end: End) => end);
        return {
          lacks: row.every(({ lacks }) => lacks !== null) ? (row[0]?.lacks ?? null) : null,
          passed: ends.filter((end) => end === 'passed').length,
          played: ends.filter((end) => end !== 'cannot').length,
          /** The attempts with a tool call, or with an answer if the task asks for one; none of idle controls. */
          attacks: row.reduce((sum, each) => sum + each.attacks, 0),
          ends: [...tally]
            .map(([end, those]) => ({ end, count: those.length }))
            .sort((a, b) => b.count - a.count),
          // One ending per task, in the order of the record; null if the control did not attack.
          strips: those.flatMap((record) => {
            const marks = record.tasks.flatMap(({ ends, attacks }) => {
              const end = ends[control];
              return end === undefined ? [] : [end === 'passed' || attacks.includes(control) ? end : null];
            });
            return marks.length === 0 ? [] : [{ suite: record.suite, anchor: auditAnchor(record), marks }];
          }),
        };
      }),
    })),
  };
}

/** The commits of each kind of record, in the order of the records and each once; a kind without a commit is not listed. */
export function recordCommits(
  kinds: Readonly<Record<string, readonly { sha: string | null }[]>>,
): [kind: string, shas: string[]][] {
  return Object.entries(kinds).flatMap(([kind, records]): [string, string[]][] => {
    const shas = new Set(records.flatMap(({ sha }) => sha ?? []));
    return shas.size === 0 ? [] : [[kind, [...shas]]];
  });
}
