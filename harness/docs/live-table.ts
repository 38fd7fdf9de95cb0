import path from 'node:path';
import type { Project } from '../project/project.ts';
import { readHistory } from '../result/read-history.ts';
import { notComparableSentence, type Reference, readReferences } from '../result/references.ts';
import { type StandingGroup, standingsOf } from '../result/standings.ts';
import { decimal, seconds } from '../words/columns.ts';
import { docSection } from './doc-section.ts';

const section = {
  start: '<!-- live runs: written by `npm run live-table` -->',
  end: '<!-- /live runs -->',
};

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
    standings.map(({ model, endpoint, server, score, durationMs, toolCalls, usd, date }) => [
      `${model}${endpoint ? ` (${endpoint})` : ''} on ${server.id} ${server.version}`,
      'contract-eval',
      `${score.passed} / ${score.total}`,
      seconds(durationMs?.median ?? null),
      toolCalls === null ? '-' : String(toolCalls.median),
      usd === null ? '-' : `${decimal(usd)} USD`,
      date?.slice(0, 10) ?? '-',
    ]),
  );
  const ofReferences = references.map(({ system, version, model, claims, suite }) => {
    const [rate] = claims.filter(({ unit }) => unit === 'percent');
    const time = claims.find(({ unit }) => unit === 'seconds');
    return [
      `${system} ${version} (${model}), reference`,
      rate?.kind ?? '-',
      rate ? `${rate.value} %` : '-',
      time ? `${time.value} s` : '-',
      '-',
      '-',
      suite.played,
    ];
  });
  const columns = ['system', 'judged by', 'score', 'median duration', 'median tool calls', 'cost', 'when'];
  const nothingYet = ['no live run yet', ...columns.slice(1).map(() => '-')];
  return [
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...[...(rows.length > 0 ? rows : [nothingYet]), ...ofReferences].map((row) => `| ${row.join(' | ')} |`),
    '',
    notComparableSentence,
  ];
}
