import { compareVersions } from '../../results/records/servers-record.ts';
import type { Wanted } from './wanted-releases.ts';

/** The wanted versions of one server, the newest first; `missing` are named ones that the registry does not have. */
export type ChosenVersions = { versions: string[]; missing: string[] };

/** `server`: its id, with its variant. `inRegistry`: all versions, in any order. `last`: only the newest so many. */
export function chooseWanted(
  wanted: readonly Wanted[],
  server: string,
  inRegistry: readonly string[],
  last: number | null,
): ChosenVersions {
  const sorted = newestFirst(inRegistry);
  const asked = wanted
    .filter((each) => each.server === server || each.server === '*')
    .flatMap((each) => ('versions' in each ? each.versions : chosenBy(each, sorted)));
  const all = newestFirst([...new Set(asked)]).slice(0, last ?? undefined);
  const known = new Set(inRegistry);
  return {
    versions: all.filter((version) => known.has(version)),
    missing: all.filter((version) => !known.has(version)),
  };
}

function chosenBy(rule: { last: number } | { minors: number }, sorted: readonly string[]): string[] {
  if ('last' in rule) return sorted.slice(0, rule.last);
  const minors = Map.groupBy(sorted, (version) => version.split('.').slice(0, 2).join('.'));
  return [...minors.values()].flatMap(([newest = '']) => newest).slice(0, rule.minors);
}

function newestFirst(versions: readonly string[]): string[] {
  return versions.toSorted((one, other) => compareVersions(other, one));
}
