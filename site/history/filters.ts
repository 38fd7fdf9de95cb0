import { token } from '../../harness/publish/board/format.ts';
import type { RunKind } from '../../harness/results/records/run-identity.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';

/** The properties of a row that a board can be filtered by. */
export type Filterable = {
  kind: RunKind;
  suite: string;
  web: StandingGroup['web'];
  model: string | null;
  endpoint: string | null;
  weights: object | null;
  server: { id: string };
};

type Choice = { value: string; label: string };

/** A group of chips: the name of its parameter in the address, which is the `data-` attribute of the rows too. */
export type Filter = { name: string; title: string; choices: Choice[] };

const kinds: Record<RunKind, string> = {
  agent: 'agent',
  model: 'model',
  oracle: 'ceiling',
  baseline: 'floor',
  control: 'control',
  replay: 'gate',
};

const filters: Record<string, { title: string; of: (row: Filterable) => string | null }> = {
  kind: {
    title: 'Kind',
    of: ({ kind, endpoint, weights }) =>
      weights !== null
        ? 'open weights'
        : kind === 'model' && endpoint === 'loopback'
          ? 'local model'
          : kinds[kind],
  },
  suite: { title: 'Suite', of: ({ suite }) => suite },
  model: { title: 'Model', of: ({ model }) => model },
  server: { title: 'Server', of: ({ server }) => server.id },
  web: { title: 'Web', of: ({ web }) => (web === 'hermetic' ? 'sealed' : 'live') },
};

/** Filters with at least two values among these rows, each with its values in alphabetical order. */
export function filtersOf(rows: readonly Filterable[], nameOf: (suite: string) => string): Filter[] {
  return Object.entries(filters).flatMap(([name, { title, of }]) => {
    const values = [...new Set(rows.flatMap((row) => of(row) ?? []))].sort();
    const choices = values.map((value) => ({
      value: token(value),
      label: name === 'suite' ? nameOf(value) : value,
    }));
    return choices.length > 1 ? [{ name, title, choices }] : [];
  });
}

/** The attributes by which the script of a page with these filters filters its rows. */
export function filterData(row: Filterable, ofPage: readonly Filter[]): Record<`data-${string}`, string> {
  return Object.fromEntries(
    ofPage.flatMap(({ name }) => {
      const value = filters[name]?.of(row) ?? null;
      return value === null ? [] : [[`data-${name}`, token(value)]];
    }),
  );
}
