import path from 'node:path';
import { builtInAgentsOf } from '../../agents/index.ts';
import { leafOperators, logicalOperators } from '../../judge/operator-of.ts';
import { docSection } from '../../platform/files/doc-section.ts';
import type { Project } from '../../platform/project.ts';
import { durationMs } from '../../results/measures/duration-ms.ts';
import { measures } from '../../results/measures/index.ts';
import { score } from '../../results/measures/score.ts';
import { nameAndVersion } from '../../results/records/custom-id.ts';
import { readHistory } from '../../results/records/read-history.ts';
import {
  notComparableSentence,
  type Reference,
  readReferences,
  systemWords,
} from '../../results/records/references.ts';
import { outcomeClassOf, statuses, statusNames } from '../../results/records/statuses.ts';
import { type StandingGroup, standingsOf } from '../../results/standings/standings.ts';

/** Writes the section `name` of a document below `docs/`, or checks whether the committed section is current. */
function section(
  { root }: Project,
  { file, name, script }: { file: string; name: string; script: string },
  lines: readonly string[],
  mode: 'write' | 'check',
): Promise<{ current: boolean }> {
  const start = `<!-- ${name}: written by \`npm run ${script}\` -->`;
  return docSection({ start, end: `<!-- /${name} -->`, file: path.join(root, 'docs', file) }, lines, mode);
}

const shown = measures.filter(({ leftOutOf }) => !leftOutOf.includes('documents'));

/** The table of live model runs in docs/benchmarks/webvoyager.md. */
export function liveTable(project: Project, mode: 'write' | 'check'): Promise<{ current: boolean }> {
  const { results } = project;
  const groups = standingsOf(readHistory(results));
  const lines = liveTableLines(groups, readReferences(path.join(results, 'references.json')));
  const place = { file: 'benchmarks/webvoyager.md', name: 'live runs', script: 'live-table' };
  return section(project, place, lines, mode);
}

/** The newest live run of each model and server, then the references of no other suite, then why the two are not comparable. */
export function liveTableLines(groups: readonly StandingGroup[], references: readonly Reference[]): string[] {
  const live = groups.filter(
    ({ kind, suite, web, superseded }) =>
      kind === 'model' && suite === 'webvoyager' && web === 'live' && !superseded,
  );
  const rows = live.flatMap(({ rows: standings }) =>
    standings.map((row) => [
      `${row.model}${row.endpoint ? ` (${row.endpoint})` : ''} on ${nameAndVersion(row.server.id, row.server.version)}`,
      'contract-eval',
      ...shown.map((measure) => measure.reading(row).exact),
      row.date?.slice(0, 10) ?? '-',
    ]),
  );
  const beside = references.filter(({ beside = 'webvoyager' }) => beside === 'webvoyager');
  const ofReferences = beside.map(({ model, claims, suite, ...reference }) => {
    const [rate] = claims.filter(({ unit }) => unit === 'percent');
    const time = claims.find(({ unit }) => unit === 'seconds');
    const claimed = new Map<string, string | undefined>([
      [score.id, rate && `${rate.value} %`],
      [durationMs.id, time && `${time.value} s`],
    ]);
    return [
      `${systemWords(reference)} (${model}), reference`,
      rate?.kind ?? '-',
      ...shown.map(({ id }) => claimed.get(id) ?? '-'),
      suite.played ?? '-',
    ];
  });
  const columns = ['system', 'judged by', ...shown.map(({ names }) => names.text), 'when'];
  const nothingYet = ['no live run yet', ...columns.slice(1).map(() => '-')];
  return [
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...[...(rows.length > 0 ? rows : [nothingYet]), ...ofReferences].map((row) => `| ${row.join(' | ')} |`),
    '',
    notComparableSentence,
  ];
}

/** The table of operators in docs/contracts.md. */
export function operatorsSection(project: Project, mode: 'write' | 'check'): Promise<{ current: boolean }> {
  const place = { file: 'contracts.md', name: 'the vocabulary', script: 'vocabulary' };
  return section(project, place, operatorsTable(), mode);
}

/** One row for each kind of clause, in the order of the list. */
export function operatorsTable(): string[] {
  const leaves = leafOperators.map(({ kind, fields, notes = {}, passes, seenAfterReload }) => {
    const described = Object.keys(fields).map((field) => `\`${field}\`${inBrackets(notes[field])}`);
    return [`\`${kind}\``, described.join(', '), passes, seenAfterReload ? 'judged again' : 'kept'];
  });
  const logical = logicalOperators.map(({ kind, over, passes }) => {
    const field = over === 'child' ? '`child`' : '`children` (one or more)';
    return [`\`${kind}\``, field, passes, ''];
  });
  const header = ['kind', 'fields', 'passes when', 'second observation'];
  return [header, header.map(() => '---'), ...leaves, ...logical].map((row) => `| ${row.join(' | ')} |`);
}

function inBrackets(note: string | undefined): string {
  return note === undefined ? '' : ` (${note})`;
}

/** The table of the controls in docs/validity.md. */
export function controlTable(project: Project, mode: 'write' | 'check'): Promise<{ current: boolean }> {
  const rows = builtInAgentsOf('control').map(({ id, summary }) => `| \`${id}\` | ${summary} |`);
  const place = { file: 'validity.md', name: 'controls', script: 'controls' };
  return section(project, place, ['| control | does |', '|---|---|', ...rows], mode);
}

/** The table of statuses in docs/exit-codes.md. */
export function statusTable(project: Project, mode: 'write' | 'check'): Promise<{ current: boolean }> {
  const place = { file: 'exit-codes.md', name: 'statuses', script: 'statuses' };
  const rows = statusNames.map(
    (status) => `| \`${status}\` | ${statuses[status].words} | ${outcomeClassOf(status)} |`,
  );
  return section(project, place, ['| status | what happened | counts as |', '|---|---|---|', ...rows], mode);
}
