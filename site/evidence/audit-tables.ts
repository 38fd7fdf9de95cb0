import { Status } from '../../harness/results/records/statuses.ts';
import { type DocTable, docTable } from './doc-table.ts';

/** What an adapter came to on a server: how many tasks ended in which status; `cannot` where it never came to its attack. */
export type Ends = { status: Status | 'cannot'; unconfined: boolean; count: number }[];

export type AuditedAdapter = {
  id: string;
  /** What a control does; null of the recordings, which must pass. */
  does: string | null;
  /** By server; null where it is not applicable there, absent where it was not played. */
  ends: ReadonlyMap<string, Ends | null>;
};

/** So many of so many of each task, and what was not. */
export type Tally = {
  tasks: { id: string; found: number; of: number }[];
  found: number;
  of: number;
  /** Below the table: in words what was not found. */
  rest: string;
};

export type AuditedTemplate = {
  id: string;
  seed: number;
  /** In the order of the table. */
  cells: readonly { column: string; found: number; of: number | null }[];
};

/** The tables of docs/validity.md; null for one that was not written. */
export type AuditTables = {
  outcomes: { servers: string[]; adapters: AuditedAdapter[] } | null;
  mutations: Tally | null;
  rightEnds: Tally | null;
  templates: AuditedTemplate[] | null;
};

/** Throws where a table is not of the shape that the commands write. */
export function auditTables(text: string): AuditTables {
  const controls = docTable(text, 'controls');
  const does = new Map(controls?.rows.map(([id = '', words = '']) => [plain(id), words]));
  const outcomes = docTable(text, 'outcomes');
  const mutations = docTable(text, 'mutations');
  const rightEnds = docTable(text, 'right ends');
  const templates = docTable(text, 'templates');
  return {
    outcomes: outcomes && outcomesOf(outcomes, does),
    mutations: mutations && tallyOf(mutations, ['task', 'noticed', 'of'], [1, 2]),
    rightEnds: rightEnds && tallyOf(rightEnds, ['task', 'right end states', 'believed'], [2, 1]),
    templates: templates && templatesOf(templates),
  };
}

function outcomesOf({ head, rows }: DocTable, does: ReadonlyMap<string, string>) {
  const [corner, ...servers] = head;
  if (corner !== 'adapter' || servers.length === 0)
    throw wrong('adapter and servers as the head', head.join(' | '));
  const adapters = rows.map(([name = '', ...cells]): AuditedAdapter => {
    const id = plain(name);
    const ends = cells.flatMap((cell, at) =>
      cell === '' ? [] : [[servers[at] ?? '', endsOf(cell)] as const],
    );
    return { id, does: does.get(id) ?? null, ends: new Map(ends) };
  });
  return { servers, adapters };
}

/** `tampered 16, failed 7`; of a server that ran with our rights `failed, unconfined 23`. */
function endsOf(cell: string): Ends | null {
  if (cell === 'not applicable') return null;
  const ends = [...cell.matchAll(/(?:^|, )([a-z_]+)(, unconfined)? (\d+)(?=, |$)/g)];
  if (ends.map(([whole]) => whole).join('') !== cell) throw wrong('statuses with counts', cell);
  return ends.map(([, status, unconfined, count]) => ({
    status: status === 'cannot' ? status : Status.parse(status),
    unconfined: unconfined !== undefined,
    count: Number(count),
  }));
}

function tallyOf(
  { head, rows, after }: DocTable,
  wanted: readonly string[],
  [found, of]: [number, number],
): Tally {
  if (head.join() !== wanted.join()) throw wrong(wanted.join(' | '), head.join(' | '));
  const all = rows.map((row) => ({ id: row[0] ?? '', found: countOf(row[found]), of: countOf(row[of]) }));
  const last = all.pop();
  const sum = (pick: (task: Tally['tasks'][number]) => number) =>
    all.reduce((total, task) => total + pick(task), 0);
  if (last?.id !== 'all' || last.found !== sum((task) => task.found) || last.of !== sum((task) => task.of))
    throw wrong('a last row "all" with the sums', last ? `${last.id} ${last.found} ${last.of}` : 'no row');
  return { tasks: all, found: last.found, of: last.of, rest: after };
}

function templatesOf({ head, rows }: DocTable): AuditedTemplate[] {
  return rows.map(([instance = '', ...cells]) => {
    const [, id, seed] = /^`(.+)-s(\d+)`$/.exec(instance) ?? [];
    if (id === undefined) throw wrong('the id of an instance, `<template>-s<seed>`', instance);
    return {
      id,
      seed: Number(seed),
      cells: cells.map((cell, at) => ({ column: upper(head[at + 1] ?? ''), ...shareOf(cell) })),
    };
  });
}

function shareOf(cell: string): { found: number; of: number | null } {
  const [, found, of] = /^(\d+)(?: of (\d+))?$/.exec(cell) ?? [];
  if (found === undefined) throw wrong('a count, or one of another', cell);
  return { found: Number(found), of: of === undefined ? null : Number(of) };
}

function countOf(cell = ''): number {
  if (!/^\d+$/.test(cell)) throw wrong('a count', cell);
  return Number(cell);
}

function wrong(wanted: string, found: string): Error {
  return new Error(`docs/validity.md: must be ${wanted}; found "${found}"`);
}

const plain = (name: string) => name.replaceAll('`', '');
const upper = (words: string) => words.replace(/^./, (first) => first.toUpperCase());
