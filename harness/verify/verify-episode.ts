import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { digest } from '../contract/digest.ts';
import type { Evidence, Verdict } from '../contract/verdict.ts';
import type { SavedFacts } from '../episode/episode.ts';
import { boundedResult } from '../result/bounded-result.ts';
import type { Result, Run } from '../result/result.ts';
import { taskSha256 } from '../task/given.ts';
import type { Task } from '../task/task.ts';
import { redactorFor } from '../transcript/redact.ts';
import { differences, resultDifferences, show } from './differences.ts';
import { type JudgedAgain, judgeAgain, looksTwice, statusAgain } from './judge-again.ts';
import { parseObject, type SavedLine } from './read-saved.ts';

export type VerifiedEpisode = { clauses: number; findings: string[] };

export type EpisodePlace = { folder: string; runFile: string; run: Run; lines: readonly SavedLine[] };

// Values of the environment were redacted from the facts; patterns alone redact the words around them.
const redact = redactorFor({});

/** Judges one episode again from its saved facts and compares what is stored of it. */
export async function verifyEpisode(
  place: EpisodePlace,
  result: Result,
  task: Task | null,
): Promise<VerifiedEpisode> {
  const { runFile, run } = place;
  const name = `run ${run.runId}: ${episodeName(result)}`;
  const say = (file: string) => (what: string) => `${file}: ${name}: ${what}`;
  const saved = await readReport(place, result);
  const findings = saved.findings.map(say(result.artifacts.report));
  if (!task) {
    findings.push(say(runFile)('there is no task of this id; name your own with --tasks'));
    return { clauses: 0, findings };
  }
  const line = findLine(place, result);
  const facts = line?.line?.facts ?? null;
  const judged = facts && judgeAgain(task.success, facts);
  if (judged) {
    const evidence = differingEvidence(redact(judged.verdict), saved.evidence);
    findings.push(...evidence.map(say(result.artifacts.report)));
  }
  const clauses = (judged?.verdict ?? result.verdict)?.clauses ?? [];
  const judgedFrom = `; judged from them: ${clauses.map((clause) => clause.name).join(', ') || 'nothing'}`;
  findings.push(
    ...[
      ...lineFindings(line, result.factsSha256),
      ...(facts && judged ? looksFindings(result, task, judged, facts) : []),
    ].map((what) => say(line ? `facts.jsonl line ${line.number}` : 'facts.jsonl')(`${what}${judgedFrom}`)),
  );
  // Without facts nothing is known of what was judged, unless there never was anything.
  const known = judged !== null || result.factsSha256 === null;
  const expected = known ? resultAgain(result, task, judged, facts) : result;
  const stored = resultDifferences(result, expected, result.verdict).map(
    ({ at, found, wanted }) => `${at}: stored ${show(found)}, found again ${show(wanted)}`,
  );
  findings.push(...stored.map(say(runFile)));
  return { clauses: judged?.verdict.clauses.length ?? 0, findings };
}

export function episodeName({ taskId, trial }: Pick<Result, 'taskId' | 'trial'>): string {
  return trial === 1 ? taskId : `${taskId} (trial ${trial})`;
}

/** The stored result with everything that follows from task, facts and verdict put there anew. */
function resultAgain(
  result: Result,
  task: Task,
  judged: JudgedAgain | null,
  facts: SavedFacts | null,
): Result {
  const { failedPostcondition: _, ...rest } = result;
  const status = statusAgain(result, {
    outcome: judged?.outcome ?? null,
    secondOutcome: judged?.secondOutcome ?? null,
  });
  const success = status === 'passed';
  const { name = '', wanted = '', observed = '' } = judged?.failed ?? {};
  const again: Result = {
    ...rest,
    taskSha256: taskSha256(task),
    status,
    success,
    // It may be known of an episode that ended before its facts were saved.
    finalUrl: facts ? facts.first.url : result.finalUrl,
    ...(judged?.failed && !success ? { failedPostcondition: { name, wanted, observed } } : {}),
    verdict: judged && {
      outcome: judged.verdict.outcome,
      clauses: judged.verdict.clauses.map((clause) => ({
        name: clause.name,
        outcome: clause.outcome,
        observed: clause.observed,
      })),
    },
  };
  return boundedResult(redact(again));
}

/** The line that has the digest, else the last of the episode: one that was cut short may have been played again. */
function findLine({ run, lines }: EpisodePlace, result: Result): SavedLine | null {
  const own = lines.filter(
    ({ raw }) =>
      raw.runId === run.runId &&
      raw.suite === run.suite &&
      raw.taskId === result.taskId &&
      raw.trial === result.trial,
  );
  return own.find(({ line }) => line && digest(line.facts) === result.factsSha256) ?? own.at(-1) ?? null;
}

function lineFindings(saved: SavedLine | null, factsSha256: string | null): string[] {
  if (!saved) return factsSha256 === null ? [] : ['there are no facts of this episode'];
  if (factsSha256 === null) return ['there are facts of an episode that was never judged'];
  const found = saved.line ? digest(saved.line.facts) : null;
  return [
    ...(saved.fault ? [`the facts are not as they were written: ${saved.fault}`] : []),
    ...(found === null || found === factsSha256
      ? []
      : [`the digest of the facts is ${found}, factsSha256 is ${factsSha256}`]),
  ];
}

/** That the looks which the task asks for are there: a verdict without its second look would be another one. */
function looksFindings(
  result: Result,
  task: Task,
  { outcome, secondOutcome }: JudgedAgain,
  { provenance, second }: SavedFacts,
): string[] {
  const asked = looksTwice(result, task.verify, outcome);
  if (asked === true && secondOutcome === null)
    return ['provenance: none is saved, and the task says verify: reload'];
  if (asked === false && provenance !== null)
    return ['provenance: one is saved, and none was to be asked for'];
  if ((provenance === true) !== (second !== null))
    return [`second: ${second ? 'a second look is saved without provenance' : 'no second look is saved'}`];
  return [];
}

/** `reports/<task>.json` must be the stored result; its evidence is compared with what is judged again. */
async function readReport(
  { folder, run }: EpisodePlace,
  result: Result,
): Promise<{ findings: string[]; evidence: unknown }> {
  const text = await readFile(path.join(folder, result.artifacts.report), 'utf8').catch(() => null);
  if (text === null) return { findings: ['there is no such file'], evidence: undefined };
  const parsed = parseObject(text);
  if ('why' in parsed) return { findings: [`no JSON: ${parsed.why}`], evidence: undefined };
  const { evidence, ...found } = parsed.value;
  const wanted = { runId: run.runId, suite: run.suite, ...result };
  const findings = resultDifferences(found, wanted, result.verdict).map(
    (each) => `${each.at}: ${show(each.found)}, the run has ${show(each.wanted)}`,
  );
  return { findings, evidence };
}

function differingEvidence({ evidence, clauses }: Verdict, saved: unknown): string[] {
  if (saved === undefined) return [];
  // Through JSON, as the saved one went: a field that is undefined is none.
  const again: Evidence = JSON.parse(JSON.stringify(evidence));
  return differences(saved, again).map(({ at, found, wanted }) => {
    const [name, field] = clauseAt(again, at, clauses);
    return `${name}: evidence${field ? `.${field}` : ''}: saved ${show(found)}, judged again ${show(wanted)}`;
  });
}

/** The clause that a path into the evidence leads to, by its name, and what is left of the path. */
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
