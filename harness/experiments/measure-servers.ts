import path from 'node:path';
import { findChromium } from '../browser/chromium/find-chromium.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { writeAtomically } from '../platform/files/write-file.ts';
import { readCheckout } from '../platform/git/checkout.ts';
import { ownId, recordedServerId } from '../results/records/custom-id.ts';
import { readServerRecords, type ServerRecord } from '../results/records/server-records.ts';
import { checkInstalled } from '../servers/connect-server.ts';
import { chooseServer, listedServer, packageOf, type ServerChoice, servers } from '../servers/index.ts';
import { requiredToolMapping, toolMappingOf } from '../servers/tool-mappings/index.ts';
import type { Measurement, MeasurementContext } from './measurements/measurement.ts';

type Request = Omit<MeasurementContext, 'chromium'> & {
  /** Values of the measurement's own options. */
  values: Readonly<Record<string, unknown>>;
  write: boolean;
  check: boolean;
};

/**
 * Measures these servers; default: all available servers. `differences`: how the stored records differ. Throws `UserError`.
 */
export async function measureServers(
  measurement: Measurement,
  asked: readonly ServerChoice[],
  { values, write, check, ...request }: Request,
): Promise<{ lines: string[]; differences: string[]; records: ServerRecord[] }> {
  const { command, folder, needsDialect: needsToolMapping, only } = measurement;
  const { project, env, signal, log } = request;
  if (write && only && request.only.length > 0)
    throw new UserError(`--write: a stored result covers all ${only.plural}; remove --${only.name}`);
  const choices = asked.length > 0 ? asked : await installedChoices(needsToolMapping ?? false);
  const subjects = choices.map((choice) => ({ choice, server: chooseServer(choice) }));
  for (const { server } of subjects) {
    await checkInstalled(server);
    if (needsToolMapping) requiredToolMapping(server, command);
  }
  const { schema, open, differ, table } = await measurement.work();
  const chromium = await findChromium(env);
  const { sha } = await readCheckout(project, null, env);
  const measure = await open({ ...request, chromium }, values);
  const stored = check ? readServerRecords(project.results, folder, schema) : [];
  const records: ServerRecord[] = [];
  const differences: string[] = [];
  for (const subject of subjects) {
    const { version, ...measured } = await measure(subject);
    if (signal.aborted) break;
    const { title } = subject.server;
    const record = schema.parse({
      schema: `contract-bench.${folder}.v1`,
      server: { id: recordedServerId(subject.server), title, package: packageOf(subject.server), version },
      browser: `${chromium.name} ${chromium.version}`,
      sha,
      at: new Date().toISOString(),
      ...measured,
    });
    records.push(record);
    if (check) {
      const before = stored.find(({ server }) => server.id === record.server.id);
      const changes = before ? differ?.(before, record) : ['no stored result'];
      differences.push(...(changes ?? []).map((change) => `${record.server.id}: ${change}`));
    }
    if (write) log(`written: ${writeRecord(project.results, measurement, record)}`);
  }
  return { lines: table(records), differences, records };
}

async function installedChoices(needsToolMapping: boolean): Promise<ServerChoice[]> {
  const found = await Promise.all(
    servers
      .filter((server) => !needsToolMapping || toolMappingOf(server) !== null)
      .map((server) =>
        checkInstalled(server).then(
          () => [listedServer(server.id)],
          () => [],
        ),
      ),
  );
  return found.flat();
}

/** One file for each server, or for each version of it: the newest. */
function writeRecord(
  results: string,
  { folder, isPerVersion }: Pick<Measurement, 'folder' | 'isPerVersion'>,
  record: ServerRecord,
): string {
  const { id, version } = record.server;
  const file = path.join(results, folder, `${ownId(id)}${isPerVersion ? `@${version}` : ''}.json`);
  writeAtomically(file, `${JSON.stringify(record, null, 1)}\n`);
  return file;
}
