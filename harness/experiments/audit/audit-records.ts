import { writeAtomically } from '../../platform/files/write-file.ts';
import {
  type AuditedTask,
  AuditRecord,
  auditFile,
  countsOf,
  readAuditRecords,
} from '../../results/records/audit-record.ts';
import type { ServerRecord } from '../../results/records/server-records.ts';
import type { Column } from './judge-column.ts';
import type { MutationCounts } from './mutation-table.ts';
import type { TemplateTable } from './template-table.ts';

type AuditFindings = {
  suites: readonly { suite: string; edition: number; taskIds: readonly string[] }[];
  columns: readonly Column[];
  mutations: { found: MutationCounts; survivors: readonly string[] } | null;
  templates: Pick<TemplateTable, 'instances'> | null;
  /** Whether every server was sandboxed. */
  confined: boolean;
};

const nearMisses = {
  control: 'near-misses',
  does: 'ends nearly right: the wrong row, one thing more, something forgotten, a value a little off',
};
const madeMisses = { control: 'made-misses', does: 'the same, made of what the right way left' };
const mutations = { control: 'mutations', does: 'changes what the right way saw, or the contract, a little' };

/** One record for each suite. */
export function auditRecords(
  { suites, columns, confined, ...found }: AuditFindings,
  about: ServerRecord,
): AuditRecord[] {
  return suites.map(({ suite, edition, taskIds }) => {
    const tasks = taskIds.map((id) => taskOf(id, columns, found));
    const controls = [
      ...columns.flatMap(({ maker: { kind, id, summary }, lacks }) =>
        kind === 'control' ? [{ control: id, does: summary, lacks }] : [],
      ),
      ...(found.templates ? [nearMisses, madeMisses].map((each) => ({ ...each, lacks: null })) : []),
      ...(found.mutations ? [{ ...mutations, lacks: null }] : []),
    ];
    return AuditRecord.parse({
      schema: 'contract-bench.audit.v1',
      suite,
      edition,
      ...about,
      confined,
      controls: controls.map((control) => ({ ...control, ...countsOf(control.control, tasks) })),
      tasks,
      survivors: (found.mutations?.survivors ?? []).filter((name) =>
        tasks.some(({ task }) => name.startsWith(`${task}: `)),
      ),
    });
  });
}

function taskOf(
  id: string,
  columns: readonly Column[],
  found: Pick<AuditFindings, 'mutations' | 'templates'>,
): AuditedTask {
  const instance = found.templates?.instances.find((each) => each.id === id);
  const mutated = found.mutations?.found.get(id);
  const task: AuditedTask = { task: id, ends: {}, attacks: [], right: {}, wrong: {} };
  for (const { maker, cells } of columns) {
    const cell = cells.get(id);
    if (!cell) continue;
    if (maker.kind !== 'control') task.right[maker.id] = { played: 1, passed: Number(cell.end === 'passed') };
    else task.ends[maker.id] = cell.end;
    if (maker.kind === 'control' && cell.attacks) task.attacks.push(maker.id);
  }
  if (instance) {
    task.right['other-ways'] = instance.otherWays;
    task.wrong[nearMisses.control] = { ...instance.nearMisses, made: 0 };
    task.wrong[madeMisses.control] = { played: 0, ...instance.madeMisses };
  }
  if (mutated) task.wrong[mutations.control] = { played: 0, ...mutated };
  return task;
}

/** Returns the path of the written file. */
export function storeAudit(results: string, record: AuditRecord): string {
  const file = auditFile(results, record);
  writeAtomically(file, `${JSON.stringify(record, null, 1)}\n`);
  return file;
}

/** Differences between the stored audit and this one, one line each. Throws UserError. */
export function differences(results: string, now: AuditRecord): string[] {
  const name = `${now.suite}@${now.server.id}`;
  const stored = readAuditRecords(results).find(
    ({ suite, server }) => suite === now.suite && server.id === now.server.id,
  );
  if (!stored) return [`${name}: no stored audit`];
  const before = new Map(stored.tasks.map((task) => [task.task, task]));
  return [
    ...(stored.edition === now.edition
      ? []
      : [`${name}: got edition ${now.edition}; stored: ${stored.edition}`]),
    ...now.tasks.flatMap(({ task, ...found }) => {
      const old = before.get(task);
      return (['ends', 'right', 'wrong'] as const).flatMap((field) =>
        Object.entries(found[field]).flatMap(([control, value]) => {
          const [is, was] = [value, old?.[field][control]].map((each) => JSON.stringify(each) ?? 'nothing');
          return is === was ? [] : [`${name}: ${task}: ${control}: got ${is}; stored: ${was}`];
        }),
      );
    }),
  ];
}
