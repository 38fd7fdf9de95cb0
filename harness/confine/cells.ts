import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { wantedConfinement } from '../process/switches.ts';
import { type Cell, lastSaid, openCell } from './cell.ts';
import type { Network, Rights } from './cell-kind.ts';
import { enterCell } from './enter-cell.ts';
import type { Places } from './places.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A cell, of a network of its own for one process at a time; `release` gives it to the next one. */
export type Lease = { cell: Cell; release(): void };

/** Why there are none here, in words. */
export type NoCells = { why: string };

const maxFree = 4;

const free: { key: string; cell: Cell }[] = [];
/** With the host's network nothing but the view is the cell's, and that is the same for all. */
const shared = new Map<string, Promise<Cell | NoCells>>();
let rightsHere: Promise<Rights | NoCells> | undefined;

/**
 * A cell with these places, one that is free or a new one. What this machine allows is found out at the first.
 * Throws where it must be confined and can't be.
 */
export async function leaseCell(
  places: Places,
  env: NodeJS.ProcessEnv,
  network: Network,
): Promise<Lease | NoCells> {
  const wanted = wantedConfinement(env);
  if (wanted === 'off') return { why: 'CONTRACT_BENCH_CONFINE turns it off' };
  const key = JSON.stringify(places);
  rightsHere ??= findRights(places, (cell) => free.push({ key, cell }));
  const rights = await rightsHere;
  const found = typeof rights !== 'string' ? rights : await leaseOf[network](key, rights, places);
  if ('why' in found && wanted === 'required')
    throw new Error(`CONTRACT_BENCH_CONFINE=required: ${found.why}`);
  return found;
}

const leaseOf: Record<Network, (key: string, rights: Rights, places: Places) => Promise<Lease | NoCells>> = {
  own: async (key, rights, places) => {
    for (let at = free.findIndex((each) => each.key === key); at !== -1; ) {
      const [{ cell } = { cell: null }] = free.splice(at, 1);
      if (cell?.isThere()) return lease(key, cell);
      at = free.findIndex((each) => each.key === key);
    }
    return lease(key, await openCell({ rights, network: 'own' }, places, temporaryFolder()));
  },
  host: async (key, rights, places) => {
    const standing = await shared.get(key);
    if (!standing || ('pid' in standing && !standing.isThere())) shared.set(key, openShared(rights, places));
    const cell = await shared.get(key);
    return cell && 'pid' in cell ? { cell, release: () => {} } : (cell ?? { why: 'the cell is gone' });
  },
};

async function openShared(rights: Rights, places: Places): Promise<Cell | NoCells> {
  try {
    const cell = await openCell({ rights, network: 'host' }, places, temporaryFolder());
    await tryOut(cell);
    return cell;
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
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
      const cell = await openCell({ rights, network: 'own' }, places, temporaryFolder());
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
  const entrance = await enterCell(cell, `cell-${process.pid}`, { output: false, errors: true });
  try {
    let errors = '';
    entrance.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    entrance.become({ command: 'true', args: [], env: {}, folder });
    await entrance.exited;
    if (entrance.child.exitCode !== 0) throw new Error(lastSaid(errors) ?? 'nothing runs in it');
  } catch (error) {
    cell.end();
    throw error;
  } finally {
    await entrance.end();
    await rm(folder, { recursive: true, force: true });
  }
}
