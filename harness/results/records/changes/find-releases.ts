import { existsSync } from 'node:fs';
import { UserError } from '../../../platform/errors/user-error.ts';
import { typedAs } from '../../../platform/words/command-line.ts';
import { measureWords } from '../measure-words.ts';
import { readReleases } from '../read-server-records.ts';
import {
  isRelease,
  type ReleasedServer,
  ReleaseRecord,
  releaseFile,
  storedRelease,
} from '../release-record.ts';
import type { Pair } from './part-change.ts';

type Named = Pick<ReleasedServer, 'id' | 'variant'> & { version: string | null };

/**
 * The records of two releases of a server. A release is named by its version, by `+variant@version`, or by `+variant`:
 * of the same version as the other, or of the newest measured one. Throws `UserError` for a missing record, with the
 * command that measures it.
 */
export function findReleases(
  results: string,
  server: Pick<ReleasedServer, 'id' | 'variant'>,
  asked: Pair<string>,
): Pair<ReleaseRecord> {
  const [from, to] = [namedBy(asked.from, server), namedBy(asked.to, server)];
  const newest = from.version ?? to.version ?? newestOf(results, [from, to]);
  return {
    from: recordOf(results, { ...from, version: from.version ?? newest }),
    to: recordOf(results, { ...to, version: to.version ?? newest }),
  };
}

function namedBy(asked: string, server: Pick<ReleasedServer, 'id' | 'variant'>): Named {
  const found = /^(?:\+([a-z0-9][a-z0-9._-]*)(?:@([^@+\s]+))?|([^@+\s]+))$/.exec(asked);
  if (!found)
    throw new UserError(
      `servers diff: got "${asked}"; expected a version, +<variant> or +<variant>@<version>, such as 1.2.3, +slim or +slim@1.2.3`,
    );
  const [, variant = server.variant, ofVariant, version = ofVariant ?? null] = found;
  return { id: server.id, variant, version };
}

/** The newest version of which there is a record of both; else of either. */
function newestOf(results: string, named: readonly Named[]): string | null {
  const versions = named.map(({ id, variant }) =>
    readReleases(results)
      .filter(({ server }) => server.id === id && server.variant === variant)
      .map(({ server }) => server.version),
  );
  const [one = [], other = []] = versions;
  return one.filter((version) => other.includes(version)).at(-1) ?? one.at(-1) ?? other.at(-1) ?? null;
}

function recordOf(results: string, { id, variant, version }: Named): ReleaseRecord {
  const command = `${typedAs} ${measureWords({ id, variant, version }, null)} --write`;
  if (version === null)
    throw new UserError(
      `${results}: got no record of ${id}${variant === null ? '' : `+${variant}`}; expected one; to measure it: ${command}`,
    );
  const file = releaseFile(results, { id, variant, version });
  if (!existsSync(file))
    throw new UserError(
      `${file}: got no such file; expected the record of a measured release; to measure it: ${command}`,
    );
  if (!isRelease(file))
    throw new UserError(
      `${file}: got a record of an earlier version, which has no parts; expected ${ReleaseRecord.shape.schema.value}; to measure it: ${command}`,
    );
  const found = storedRelease(results, { id, variant, version });
  if (!found) throw new UserError(`${file}: got no record; expected one; to measure it: ${command}`);
  return found;
}
