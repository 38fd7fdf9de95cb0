import { FullDisk, namesFullDisk } from '../../platform/errors/disk-fault.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import type { PartId } from '../../results/records/parts/index.ts';
import { measureServer } from '../measure-server.ts';
import type { MeasurementContext } from '../measurements/measurement.ts';
import { type Choice, type Left, missingParts, type PlannedRelease, planNew } from './plan-new.ts';

type Request = Omit<MeasurementContext, 'chromium' | 'only'> & Choice;

type MeasuredRelease = {
  release: string;
  parts: PartId[];
  broken: { part: PartId; why: string }[];
};

type Measured = { measured: MeasuredRelease[]; left: Left[] };

/**
 * Measures the wanted releases that are not measured, and stores each part at once. One that cannot be measured is left
 * with its reason, and the others go on; an abort leaves the rest. Throws `UserError` for a full disk, and errors of the
 * disk.
 */
export async function measureNew(request: Request): Promise<Measured> {
  const { project, env, signal, log, only } = request;
  const { results } = project;
  const { planned, left } = await planNew(request, { results, env });
  const measured: MeasuredRelease[] = [];
  const reasons = new Map<string, string>();
  for (const [at, each] of planned.entries()) {
    if (signal.aborted) break;
    log(`${at + 1} of ${planned.length}: ${each.release}: ${each.missing.join(', ')}`);
    try {
      measured.push(await measureOne(each, request));
    } catch (error) {
      if (signal.aborted) break;
      const isOfRelease =
        error instanceof UserError && !(error instanceof FullDisk) && !namesFullDisk(error.message);
      if (!isOfRelease) throw error;
      reasons.set(each.release, error.message);
      log(`left: ${each.release}: ${error.message}`);
    }
  }
  const done = new Set(measured.map(({ release }) => release));
  const unfinished = planned.flatMap((each) => {
    const parts = done.has(each.release) ? [] : missingParts(each, { results, only });
    const why = reasons.get(each.release) ?? 'interrupted';
    return parts.length === 0 ? [] : { release: each.release, parts, why };
  });
  return { measured, left: [...unfinished, ...left] };
}

async function measureOne(
  { release, server, missing }: PlannedRelease,
  { project, env, signal, log }: Request,
): Promise<MeasuredRelease> {
  const choice = { server: release, serverCommand: null, serverData: null, chosenServer: server };
  const options = { only: missing, cells: [], write: true, check: false };
  const { record } = await measureServer(choice, { ...{ project, env, signal, log }, ...options });
  const broken = missing.flatMap((part) => {
    const found = record.parts[part];
    return found && 'broken' in found ? { part, why: found.broken } : [];
  });
  return { release, parts: missing, broken };
}
