import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { wantedConfinement } from '../process/switches.ts';
import { type Cell, lastLine, type Neighbour, type Network, openCell, type Rights } from './cell.ts';
import { enterCell } from './enter-cell.ts';
import type { Places } from './places.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A cell, of a network of its own for one process at a time; `release` gives it to the next one. */
export type Lease = { cell: Cell; release(): void };

/** Why this machine has no cells. */
export type NoCells = { why: string };

const maxFree = 4;

const free: { key: string; cell: Cell }[] = [];
/** With the host's network, a cell has only its view, which all guests with the same places share. */
const shared = new Map<string, { cell: Promise<Cell | NoCells>; users: number }>();
/** The rights for opening a cell with its own network here, found with the first cell. */
let rightsHere: Promise<Rights | NoCells> | undefined;

/** A free or new cell with these places. Throws if sandboxing is required and unavailable. */
export async function leaseCell(
  places: Places,
  env: NodeJS.ProcessEnv,
  network: Network,
  neighbours: readonly Neighbour[] = [],
): Promise<Lease | NoCells> {
  const wanted = wantedConfinement(env);
  if (wanted === 'off') return { why: 'CONTRACT_BENCH_CONFINE turns it off' };
  // The folder of a process is found in a cell by where the temporary folder was when the cell was made.
  const key = JSON.stringify([temporaryFolder(), places, neighbours]);
  const found = await leaseOf[network](key, places, neighbours);
  if ('why' in found && wanted === 'required')
    throw new Error(`CONTRACT_BENCH_CONFINE=required: ${found.why}`);
  return found;
}

const leaseOf: Record<
  Network,
  (key: string, places: Places, neighbours: readonly Neighbour[]) => Promise<Lease | NoCells>
> = {
  own: async (key, places, neighbours) => {
    rightsHere ??= openFirst('own', places).then((first) => {
      if ('why' in first) return first;
      free.push({ key: JSON.stringify([temporaryFolder(), places, []]), cell: first });
      return first.rights;
    });
    const rights = await rightsHere;
    if (typeof rights !== 'string') return rights;
    for (let at = free.findIndex((each) => each.key === key); at !== -1; ) {
      const [{ cell } = { cell: null }] = free.splice(at, 1);
      if (cell?.isThere()) return lease(key, cell);
      at = free.findIndex((each) => each.key === key);
    }
    return lease(key, await openCell({ rights, network: 'own', neighbours }, places, temporaryFolder()));
  },
  host: async (key, places, neighbours) => {
    const standing = shared.get(key);
    const one = standing ?? openShared(key, places);
    one.users += 1;
    const release = () => {
      one.users -= 1;
    };
    const cell = await one.cell;
    if ('why' in cell) return cell;
    if (cell.isThere() || !standing) return { cell, release };
    release();
    if (shared.get(key) === standing) shared.delete(key);
    return leaseOf.host(key, places, neighbours);
  },
};

/** Ends unused cells, because a queue's worker has other places with each run. */
function openShared(key: string, places: Places): { cell: Promise<Cell | NoCells>; users: number } {
  for (const [other, { cell, users }] of shared)
    if (users === 0) {
      shared.delete(other);
      cell.then((each) => 'pid' in each && each.end());
    }
  const one = { cell: openFirst('host', places), users: 0 };
  shared.set(key, one);
  return one;
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

/** A cell with the first rights that can open one and run a command there. */
async function openFirst(network: Network, places: Places): Promise<Cell | NoCells> {
  if (process.platform !== 'linux') return { why: `namespaces are Linux's, this is ${process.platform}` };
  const reasons: string[] = [];
  for (const rights of process.getuid?.() === 0 ? (['root', 'user'] as const) : (['user'] as const)) {
    try {
      const cell = await openCell({ rights, network }, places, temporaryFolder());
      await tryOut(cell);
      return cell;
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { why: reasons.join('; ') };
}

async function tryOut(cell: Cell): Promise<void> {
  const folder = await mkdtemp(path.join(cell.temporary, 'cb-'));
  // Cells are tried in parallel: the end of one try must not end another.
  const entrance = await enterCell(cell, `cell-${randomUUID()}`, { output: false, errors: true });
  try {
    let errors = '';
    entrance.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    entrance.become({ command: 'true', args: [], env: {}, folder });
    await entrance.exited;
    if (entrance.child.exitCode !== 0) throw new Error(lastLine(errors) ?? 'nothing runs in it');
  } catch (error) {
    cell.end();
    throw error;
  } finally {
    await entrance.end();
    await rm(folder, { recursive: true, force: true });
  }
}
