import path from 'node:path';
import { docSection } from '../../platform/files/doc-section.ts';
import type { Project } from '../../platform/project.ts';
import { durationMs } from '../../results/measures/duration-ms.ts';
import { measures } from '../../results/measures/index.ts';
import { score } from '../../results/measures/score.ts';
import { readHistory } from '../../results/records/read-history.ts';
import { notComparableSentence, type Reference, readReferences } from '../../results/records/references.ts';
import { type StandingGroup, standingsOf } from '../../results/standings/standings.ts';

const section = {
  start: '<!-- live runs: written by `npm run live-table` -->',
  end: '<!-- /live runs -->',
};

const shown = measures.filter(({ leftOutOf }) => !leftOutOf.includes('documents'));

/** Writes the table of live model runs into docs/benchmarks/webvoyager.md, or says whether it is current. */
export function liveTable(project: Project, mode: 'write' | 'check'): Promise<{ current: boolean }> {
  const { results } = project;
  const groups = standingsOf(readHistory(results));
  return docSection(
    { ...section, file: path.join(project.root, 'docs', 'benchmarks', 'webvoyager.md') },
    liveTableLines(groups, readReferences(path.join(results, 'references.json'))),
    mode,
  );
}

/** The newest live run of each model and server, then the references, then why they are not one list. */
export function liveTableLines(groups: readonly StandingGroup[], references: readonly Reference[]): string[] {
  const live = groups.filter(
    ({ kind, suite, web, superseded }) =>
      kind === 'model' && suite === 'webvoyager' && web === 'live' && !superseded,
  );
  const rows = live.flatMap(({ rows: standings }) =>
    standings.map((row) => [
      `${row.model}${row.endpoint ? ` (${row.endpoint})` : ''} on ${row.server.id} ${row.server.version}`,
      'contract-eval',
      ...shown.map((measure) => measure.reading(row).exact),
      row.date?.slice(0, 10) ?? '-',
    ]),
  );
  const ofReferences = references.map(({ system, version, model, claims, suite }) => {
    const [rate] = claims.filter(({ unit }) => unit === 'percent');
    const time = claims.find(({ unit }) => unit === 'seconds');
    const claimed = new Map<string, string | undefined>([
      [score.id, rate && `${rate.value} %`],
      [durationMs.id, time && `${time.value} s`],
    ]);
    return [
      `${system} ${version} (${model}), reference`,
      rate?.kind ?? '-',
      ...shown.map(({ id }) => claimed.get(id) ?? '-'),
      suite.played,
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
