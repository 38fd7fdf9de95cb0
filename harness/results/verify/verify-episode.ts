import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Evidence, Verdict } from '../../judge/verdict.ts';
import { digest } from '../../platform/digest.ts';
import { matchInTime } from '../../task/match-in-time.ts';
import type { Task } from '../../task/task.ts';
import { redactorFor } from '../../task/transcripts/redact.ts';
import type { Result, Run } from '../records/result.ts';
import { scoreEpisode } from '../score/score-episode.ts';
import { differences, resultDifferences, show } from './differences.ts';
import { parseObject, type SavedEpisode, type SavedLines, savedEpisode, subjectOf } from './read-saved.ts';

export type VerifiedEpisode = { clauses: number; findings: string[] };

export type EpisodePlace = { folder: string; runFile: string; run: Run; saved: SavedLines };

// Environment values were redacted before saving; here only patterns are needed to redact the texts around them.
const means = { match: matchInTime, redact: redactorFor({}) };

/** Scores one episode again from its saved trajectory and compares the stored result. */
export async function verifyEpisode(
  place: EpisodePlace,
  result: Result,
  task: Task | null,
): Promise<VerifiedEpisode> {
  const { runFile, run } = place;
  const name = `run ${run.runId}: ${episodeName(result)}`;
  const say = (file: string) => (what: string) => `${file}: ${name}: ${what}`;
  const report = await readReport(place, result);
  const findings = report.findings.map(say(result.artifacts.report));
  if (!task) {
    findings.push(say(runFile)('unknown task id; pass your own tasks with --tasks'));
    return { clauses: 0, findings };
  }
  const saved = savedEpisode(place, result);
  const score = saved.trajectory && scoreEpisode(subjectOf(result, task, saved), saved.trajectory, means);
  const verdict = score?.verdict ?? null;
  if (verdict)
    findings.push(...differingEvidence(verdict, report.evidence).map(say(result.artifacts.report)));
  const clauses = (verdict ?? result.verdict)?.clauses ?? [];
  const judgedFrom = `; judged from them: ${clauses.map((clause) => clause.name).join(', ') || 'nothing'}`;
  findings.push(
    ...factsFindings(saved.facts, result.factsSha256).map((what) =>
      say(lineName('facts.jsonl', saved.facts))(`${what}${judgedFrom}`),
    ),
    ...trajectoryFindings(saved).map(say(lineName('trajectories.jsonl', saved.steps))),
  );
  const expected = score ? asDetailedAs(result, score.result) : result;
  const stored = resultDifferences(result, expected, result.verdict).map(
    ({ at, found, wanted }) => `${at}: stored ${show(found)}, found again ${show(wanted)}`,
  );
  findings.push(...stored.map(say(runFile)));
  return { clauses: verdict?.clauses.length ?? 0, findings };
}

/** Drops `answers` if the stored row is older and lacks it. */
function asDetailedAs({ answers }: Result, again: Result): Result {
  if (answers !== undefined) return again;
  const { answers: _, ...rest } = again;
  return rest;
}

export function episodeName({ taskId, trial }: Pick<Result, 'taskId' | 'trial'>): string {
  return trial === 1 ? taskId : `${taskId} (trial ${trial})`;
}

function factsFindings(saved: SavedEpisode['facts'], factsSha256: string | null): string[] {
  if (!saved) return factsSha256 === null ? [] : ['missing facts of this episode'];
  if (factsSha256 === null) return ['facts of an episode that was never judged'];
  const found = saved.line ? digest(saved.line.facts) : null;
  return [
    ...(saved.fault ? [`the facts are not as they were written: ${saved.fault}`] : []),
    ...(found === null || found === factsSha256
      ? []
      : [`the digest of the facts is ${found}, factsSha256 is ${factsSha256}`]),
  ];
}

function trajectoryFindings({ steps, trajectory }: SavedEpisode): string[] {
  if (!steps) return trajectory ? [] : ['missing trajectory of this episode'];
  return steps.fault ? [`the trajectory is not as it was written: ${steps.fault}`] : [];
}

function lineName(file: string, saved: { number: number } | null): string {
  return saved ? `${file} line ${saved.number}` : file;
}

/** Compares `reports/<task>.json` with the stored result, and returns its evidence. */
async function readReport(
  { folder, run }: EpisodePlace,
  result: Result,
): Promise<{ findings: string[]; evidence: unknown }> {
  const text = await readFile(path.join(folder, result.artifacts.report), 'utf8').catch(() => null);
  if (text === null) return { findings: ['no such file'], evidence: undefined };
  const parsed = parseObject(text);
  if ('why' in parsed) return { findings: [parsed.why], evidence: undefined };
  const { evidence, ...found } = parsed.value;
  const wanted = { runId: run.runId, suite: run.suite, ...result };
  const findings = resultDifferences(found, wanted, result.verdict).map(
    (each) => `${each.at}: ${show(each.found)}, the run has ${show(each.wanted)}`,
  );
  return { findings, evidence };
}

function differingEvidence({ evidence, clauses }: Verdict, saved: unknown): string[] {
  if (saved === undefined) return [];
  // Converted through JSON like the saved evidence, which drops undefined fields.
  const again: Evidence = JSON.parse(JSON.stringify(evidence));
  return differences(saved, again).map(({ at, found, wanted }) => {
    const [name, field] = clauseAt(again, at, clauses);
    return `${name}: evidence${field ? `.${field}` : ''}: saved ${show(found)}, judged again ${show(wanted)}`;
  });
}

/** The name of the clause that a path into the evidence leads to, and the rest of the path. */
function clauseAt(evidence: Evidence, at: string, clauses: Verdict['clauses']): [string, string] {
  const order = preorder(evidence).slice(evidence.kind === 'and' ? 1 : 0);
  let node = evidence;
  let rest = at;
  for (;;) {
    const [whole, index] = /^children\[(\d+)\]\.?/.exec(rest) ?? [];
    const child = 'children' in node ? node.children[Number(index)] : undefined;
    if (whole === undefined || !child) break;
    node = child;
    rest = rest.slice(whole.length);
  }
  return [clauses[order.indexOf(node)]?.name ?? 'the contract', rest];
}

function preorder(evidence: Evidence): Evidence[] {
  return [evidence, ...('children' in evidence ? evidence.children.flatMap(preorder) : [])];
}
