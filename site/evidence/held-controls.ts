import type { AuditedAdapter, AuditTables, Ends } from './audit-tables.ts';

/** How many of the controls that could be played on a server let no task pass. */
export type HeldControls = {
  server: string;
  held: number;
  of: number;
  /** Ids of controls that passed somewhere or could not attack: the table does not say on which task. */
  unsure: string[];
};

/**
 * What the controls came to on every one of so many tasks, by server: the table of an audit counts tasks and names none,
 * so that it speaks of each where nothing passed and every task was played.
 */
export function heldControls({ outcomes }: Pick<AuditTables, 'outcomes'>, tasks: number): HeldControls[] {
  return (outcomes?.servers ?? []).flatMap((server) => {
    const played = controlsOf(outcomes).flatMap(({ id, ends }) => {
      const found = ends.get(server);
      return found ? [{ id, ends: found }] : [];
    });
    const isWhole = played.every(({ ends }) => countOf(ends) === tasks);
    if (!isWhole || played.length === 0) return [];
    const unsure = played.filter(({ ends }) => !isHeld(ends)).map(({ id }) => id);
    return [{ server, held: played.length - unsure.length, of: played.length, unsure }];
  });
}

/** Attempts of controls over all servers: how many there were, how many passed, how many could not attack. */
export function controlAttempts({ outcomes }: Pick<AuditTables, 'outcomes'>) {
  const ends = controlsOf(outcomes).flatMap((control) =>
    [...control.ends.values()].flatMap((each) => each ?? []),
  );
  const those = (status: Ends[number]['status']) => countOf(ends.filter((end) => end.status === status));
  return { played: countOf(ends), passed: those('passed'), cannot: those('cannot') };
}

/** All but the recordings, which must pass. */
function controlsOf(outcomes: AuditTables['outcomes']): AuditedAdapter[] {
  return (outcomes?.adapters ?? []).filter(({ does }) => does !== null);
}

function isHeld(ends: Ends): boolean {
  return ends.every(({ status }) => status !== 'passed' && status !== 'cannot');
}

export function countOf(ends: Ends): number {
  return ends.reduce((sum, { count }) => sum + count, 0);
}
