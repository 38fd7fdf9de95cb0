import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { wantedConfinement } from '../process/switches.ts';
import { type Cell, openCell, type Rights } from './cell.ts';
import { enterCell } from './enter-cell.ts';
import type { Places } from './places.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A cell for one process at a time; `release` gives it to the next one. */
export type Lease = { cell: Cell; release(): void };

/** Why there are none here, in words. */
export type NoCells = { why: string };

const maxFree = 4;

const free: { key: string; cell: Cell }[] = [];
let rightsHere: Promise<Rights | NoCells> | undefined;

/**
 * A cell with these places, one that is free or a new one. What this machine allows is found out at the first.
 * Throws where it must be confined and can't be.
 */
export async function leaseCell(places: Places, env: NodeJS.ProcessEnv): Promise<Lease | NoCells> {
  const wanted = wantedConfinement(env);
  if (wanted === 'off') return { why: 'CONTRACT_BENCH_CONFINE turns it off' };
  const key = JSON.stringify(places);
  rightsHere ??= findRights(places, (cell) => free.push({ key, cell }));
  const rights = await rightsHere;
  if (typeof rights !== 'string') {
    if (wanted === 'required') throw new Error(`CONTRACT_BENCH_CONFINE=required: ${rights.why}`);
    return rights;
  }
  for (let at = free.findIndex((each) => each.key === key); at !== -1; ) {
    const [{ cell } = { cell: null }] = free.splice(at, 1);
    if (cell?.isThere()) return lease(key, cell);
    at = free.findIndex((each) => each.key === key);
  }
  return lease(key, await openCell(rights, places, temporaryFolder()));
}

function lease(key: string, cell: Cell): Lease {
  return {
    cell,
    release: () => {
      free.push({ key, cell });
      if (free.length > maxFree) free.shift()?.cell.end();
    },
  };
}

/** The first rights with which a cell can be opened and a command runs there. */
async function findRights(places: Places, keep: (cell: Cell) => void): Promise<Rights | NoCells> {
  if (process.platform !== 'linux') return { why: `namespaces are Linux's, this is ${process.platform}` };
  const reasons: string[] = [];
  for (const rights of process.getuid?.() === 0 ? (['root', 'user'] as const) : (['user'] as const)) {
    try {
      const cell = await openCell(rights, places, temporaryFolder());
      await tryOut(cell);
      keep(cell);
      return rights;
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { why: reasons.join('; ') };
}

async function tryOut(cell: Cell): Promise<void> {
  const folder = await mkdtemp(path.join(cell.temporary, 'cb-'));
  const entrance = await enterCell(cell, `cell-${process.pid}`);
  try {
    let errors = '';
    entrance.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    entrance.become({ command: 'true', args: [], env: {}, folder });
    await entrance.exited;
    if (entrance.child.exitCode !== 0)
      throw new Error(errors.trim().split('\n').at(-1) || 'nothing runs in it');
  } catch (error) {
    cell.end();
    throw error;
  } finally {
    await entrance.end();
    await rm(folder, { recursive: true, force: true });
  }
}
