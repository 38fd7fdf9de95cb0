import { type AuditedTask, type AuditRecord, countsOf } from '../records/audit-record.ts';

/** One task: two controls that attack and one that does not, the recording, four mutations. */
export function exampleAuditedTask(changes: Partial<AuditedTask> = {}): AuditedTask {
  return {
    task: 'a',
    ends: { noop: 'failed', spoof: 'tampered', storage: 'failed' },
    attacks: ['spoof', 'storage'],
    right: { replay: { played: 1, passed: 1 } },
    wrong: { mutations: { played: 0, made: 4, passed: 0 } },
    ...changes,
  };
}

/** A valid audit whose sums are those of its tasks. */
export function exampleAudit(changes: Partial<AuditRecord> = {}): AuditRecord {
  const tasks = changes.tasks ?? [exampleAuditedTask()];
  const controls = [
    ...new Set(tasks.flatMap(({ ends, wrong }) => [...Object.keys(ends), ...Object.keys(wrong)])),
  ];
  return {
    schema: 'contract-bench.audit.v1',
    suite: 'fixtures',
    edition: 1,
    server: { id: 'playwright', title: 'Playwright MCP', package: '@playwright/mcp', version: '1.0.0' },
    browser: 'Chromium 1',
    confined: true,
    sha: 'a'.repeat(40),
    at: '2026-11-24T00:00:00.000Z',
    controls: controls.map((control) => ({
      control,
      does: control,
      lacks: null,
      ...countsOf(control, tasks),
    })),
    tasks,
    survivors: [],
    ...changes,
  };
}
