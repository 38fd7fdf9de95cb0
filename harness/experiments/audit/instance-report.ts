import type { Contract } from '../../judge/contract.ts';
import { type Facts, nothingCollected } from '../../judge/facts.ts';
import { judge } from '../../judge/judge.ts';
import { leavesOf } from '../../judge/operator-of.ts';
import type { Match } from '../../judge/patterns/match.ts';
import type { Verdict } from '../../judge/verdict.ts';
import type { Instance } from '../../task/templates/make-instances.ts';
import { type InstanceWorld, openWorld } from '../../task/templates/open-world.ts';
import { type Level, notDrill, type PlayedMiss } from '../../task/templates/template.ts';
import { ReferenceSolution } from '../../task/walkthroughs/walkthrough.ts';
import type { FixtureSites } from '../../web/fixture-sites.ts';
import { mutateFacts } from './mutation/mutation-score.ts';
export type InstanceReport = {
  faults: string[];
  /** The answer that the goal asks for; null if it asks for none. */
  answer: string | null;
  /** (table, op) of each change of the reference solution, and its routes. */
  changed: string[];
  routes: readonly string[];
  /** Near misses by name, and whether each failed. */
  misses: { name: string; kind: string; failed: boolean }[];
};

const fewestMisses = 8;
const fewestKinds = 5;
const fewestBeside = 5;
const fewestOtherWays = 2;

/** Checks an instance against the rules of templates, without a browser: solved, nearly solved, and on its listings. */
export async function reportOf(
  { template, seed, drawn, task }: Instance,
  { fixtureSites, match }: { fixtureSites: FixtureSites; match: Match },
): Promise<InstanceReport> {
  const { solve, nearMisses, listing } = notDrill(template);
  const faults: string[] = [];
  const contract = task.success;
  const world = openWorld(fixtureSites, seed);
  const answer = await solve(world.visitor, drawn);
  const facts = factsOfWorld(contract, world, answer);
  const verdict = judge(contract, facts, match);
  if (verdict.outcome !== 'passed')
    faults.push(`the solved instance is ${verdict.outcome}: ${saidOf(verdict)}`);

  const misses = mutateFacts(contract, facts, match).map(({ name, facts: near }) => ({
    name,
    kind: kindOf(name),
    failed: judge(contract, near, match).outcome === 'failed',
  }));
  for (const [index, miss] of nearMisses(drawn).entries()) {
    const name = `played ${index + 1}: ${miss.kind}`;
    const said = await playMiss(miss);
    misses.push({ name, kind: miss.kind, failed: said.failed });
    if (said.failed && !said.words.includes(miss.names))
      faults.push(`${name}: expected a verdict that names "${miss.names}"; got: ${said.words}`);
    ReferenceSolution.parse(miss.walkthrough);
  }
  for (const { name, failed } of misses) if (!failed) faults.push(`a near miss passes: ${name}`);
  const kinds = new Set(misses.map(({ kind }) => kind));
  if (misses.length < fewestMisses || kinds.size < fewestKinds)
    faults.push(
      `got ${misses.length} near misses of ${kinds.size} kinds; expected at least ${fewestMisses} of ${fewestKinds}`,
    );
  for (const kind of ['wrong_target', 'one_more'])
    if (!kinds.has(kind)) faults.push(`missing: a played near miss of the kind ${kind}`);

  const [main, ...others] = template.walkthroughs(drawn).map((each) => ReferenceSolution.parse(each));
  if (others.length < fewestOtherWays)
    faults.push(
      `got ${others.length} reference solutions beside the first; expected at least ${fewestOtherWays}`,
    );
  const level = main && levelOf(actingCalls(main), template.sites.length);
  if (main && level !== template.level)
    faults.push(
      `level ${template.level} with ${actingCalls(main)} acting calls and ${template.sites.length} sites, which is level ${level}`,
    );
  if (template.impossible && Object.values(world.changes()).flat().length > 0)
    faults.push('the task is impossible, but its reference solution changes something');
  faults.push(...(await listingFaults()), ...goalFaults());
  return {
    faults: faults.map((fault) => `${task.id}: ${fault}`),
    answer: answer ?? null,
    changed: Object.entries(world.changes()).flatMap(([host, changes]) =>
      changes.map(({ table, op }) => `${host} ${table} ${op}`),
    ),
    routes: world.routes().map((route) => route.replace(/[^/\s]*\d[^/\s]*/g, '*')),
    misses,
  };

  async function playMiss({ solve }: PlayedMiss): Promise<{ failed: boolean; words: string }> {
    const other = openWorld(fixtureSites, seed);
    const said = await solve(other.visitor);
    const of = judge(contract, factsOfWorld(contract, other, said), match);
    return { failed: of.outcome === 'failed', words: saidOf(of) };
  }

  /** The right item must be neither first in the list nor alone there. */
  async function listingFaults(): Promise<string[]> {
    const { url, right, beside } = listing(drawn);
    const fresh = openWorld(fixtureSites, seed).visitor;
    const { text } = await fresh.get(url);
    const places = [right, ...beside].map((name) => text.indexOf(escaped(name)));
    const [own = -1, ...rest] = places;
    const found: string[] = [];
    if (own < 0) found.push(`the listing ${url} does not show "${right}"`);
    const missing = beside.filter((_, index) => rest[index] === -1);
    if (new Set(beside).size - missing.length < fewestBeside)
      found.push(
        `the listing ${url} shows ${beside.length - missing.length} other items; expected at least ${fewestBeside}`,
      );
    if (!rest.some((place) => place >= 0 && place < own))
      found.push(`the listing ${url} shows "${right}" first`);
    const start = await openWorld(fixtureSites, seed).visitor.get(task.startUrl);
    if (answer && !template.impossible && answer.length > 2 && start.text.includes(escaped(answer)))
      found.push(`the start page shows the answer, "${answer}"`);
    return found;
  }

  function goalFaults(): string[] {
    const wants = leavesOf(contract).some(({ kind }) => kind === 'answer');
    const { goal } = task;
    return [
      ...(wants === (answer === undefined)
        ? ['the contract wants an answer and the solution gives none, or the reverse']
        : []),
      ...(answer && !template.impossible && wordIn(goal, answer)
        ? [`the goal contains the answer, "${answer}"`]
        : []),
      ...(/https?:|\bcss\b|\bbutton\b|\bselector\b|\/[a-z]+\//i.test(goal)
        ? ['the goal names an address, a button or a selector']
        : []),
    ];
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;');
}

function wordIn(text: string, word: string): boolean {
  return ` ${text} `.replace(/[.,;:!?"“”()]/g, ' ').includes(` ${word} `);
}

/** The kind of a near miss, without its random parts: `left out`, `doubled`, `field off`. */
function kindOf(name: string): string {
  const said = name.split(': ').slice(1).join(': ');
  if (/left out|doubled|in another row|and a field more|besides/.test(said))
    return said.replace(/^change \d+ /, '').replace(/a row of \S+/, 'a row');
  if (/ off$/.test(said)) return 'field off';
  return said.replace(/ \d+$/, '');
}

function saidOf(verdict: Verdict): string {
  return JSON.stringify(verdict);
}

const reading = new Set(['read', 'wait', 'done', 'scroll']);

/** The number of acting steps, without readings. */
function actingCalls(walkthrough: ReferenceSolution): number {
  return walkthrough.filter(({ verb }) => !reading.has(verb)).length;
}

/** By the cost of the first solution. A task across sites has the last level, because it carries findings between sites. */
function levelOf(actingCallCount: number, sites: number): Level {
  if (sites > 1) return 4;
  if (actingCallCount <= 5) return 1;
  if (actingCallCount <= 12) return 2;
  return actingCallCount <= 25 ? 3 : 4;
}

/** The facts of this world that a contract would get: changes and answer, without requests. */
export function factsOfWorld(contract: Contract, world: InstanceWorld, answer: string | undefined): Facts {
  const named = leavesOf(contract).flatMap((clause) => (clause.kind === 'state' ? [clause.host] : []));
  const all = Object.entries(world.changes());
  return {
    ...nothingCollected,
    changes: Object.fromEntries(
      all.filter(([host]) => named.includes(host)).map(([host, changes]) => [host, { changes, leftOut: 0 }]),
    ),
    elsewhere: all
      .filter(([host]) => !named.includes(host))
      .flatMap(([host, changes]) => changes.map(({ table, key, op }) => ({ host, table, key, op }))),
    answer: { text: answer ?? null },
  };
}
