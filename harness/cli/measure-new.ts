import { measureNew } from '../experiments/releases/measure-new.ts';
import { type Choice, type Left, planNew } from '../experiments/releases/plan-new.ts';
import { wantedReleases } from '../experiments/releases/wanted-releases.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { align } from '../platform/words/columns.ts';
import { count } from '../platform/words/format.ts';
import { thereIs } from '../platform/words/known-names.ts';
import { servers } from '../servers/index.ts';
import type { Context, Outcome } from './commands/command.ts';

type Asked = { server: string | null; last: number | null; only: readonly string[]; plan: boolean };

/** `servers measure --new`: the wanted releases that are not measured, or with `plan` only their list. Throws `UserError`. */
export async function measureNewReleases(asked: Asked, context: Context): Promise<Outcome> {
  const { project, env, signal, log } = context;
  const { server, last, only, plan } = asked;
  const choice = { servers: serversOf(server), wanted: wantedReleases, last, only };
  if (plan) return planned(choice, context);
  const { measured, left } = await measureNew({ project, env, signal, log, ...choice });
  const rows = measured.map(({ release, parts, broken }) => [
    release,
    [parts.join(', '), ...broken.map(({ part, why }) => `${part} is broken: ${why}`)].join('; '),
  ]);
  return {
    lines: [
      ...(rows.length > 0 ? align([['measured', 'parts'], ...rows]) : ['nothing was measured']),
      ...leftLines(left),
    ],
    exitCode: signal.aborted ? 130 : left.length === 0 ? 0 : 1,
    data: { measured, left },
  };
}

function serversOf(asked: string | null) {
  if (asked === null) return servers;
  const found = servers.filter(({ id }) => id === asked);
  if (found.length > 0) return found;
  const ids = servers.map(({ id }) => id);
  throw new UserError(
    `servers measure --new: got ${asked}; expected the id of a known server, without a version; ${thereIs(asked, ids)}`,
  );
}

async function planned(choice: Choice, { project: { results }, env }: Context): Promise<Outcome> {
  const { planned: all, left } = await planNew(choice, { results, env });
  const releases = all.map(({ release, missing }) => ({ release, parts: missing }));
  const parts = releases.reduce((sum, each) => sum + each.parts.length, 0);
  return {
    lines: [
      ...(releases.length > 0
        ? align([['to measure', 'parts'], ...releases.map((each) => [each.release, each.parts.join(', ')])])
        : []),
      `to measure: ${count(releases.length, 'release')}, ${count(parts, 'part')}`,
      ...leftLines(left),
    ],
    exitCode: 0,
    data: { planned: releases, left },
  };
}

function leftLines(left: readonly Left[]): string[] {
  if (left.length === 0) return ['left: nothing'];
  return [
    `left: ${left.length}`,
    ...left.map(({ release, parts, why }) =>
      parts.length === 0 ? why : `${release} (${parts.join(', ')}): ${why}`,
    ),
  ];
}
