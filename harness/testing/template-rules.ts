import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { type InstanceReport, reportOf } from '../experiments/audit/instance-report.ts';
import { matchInTime } from '../task/match-in-time.ts';
import { makeInstance } from '../task/templates/make-instances.ts';
import { openWorld } from '../task/templates/open-world.ts';
import { readTemplates } from '../task/templates/read-templates.ts';
import { type AnyTemplate, notDrill } from '../task/templates/template.ts';
import { readFixtureSites } from '../web/fixture-sites.ts';

export type SeededReport = InstanceReport & { template: AnyTemplate; seed: number };

/** The ids of all templates of a suite's folder. */
export async function templateIds(suite: string): Promise<string[]> {
  const names = await readdir(path.join(thisProject.tasks, suite, 'templates'));
  return names
    .filter((name) => /^[a-z0-9-]+\.ts$/.test(name))
    .map((name) => name.replace(/\.ts$/, ''))
    .sort();
}

/** Each template held to its rules on each seed, without a browser. */
export async function reportsOf(ids: readonly string[], seeds: readonly number[]): Promise<SeededReport[]> {
  const fixtureSites = await readFixtureSites(thisProject.webRoots);
  const templates = await readTemplates(thisProject.tasks, ids);
  const reports: SeededReport[] = [];
  for (const seed of seeds) {
    const { begun } = openWorld(fixtureSites, seed);
    for (const template of templates) {
      const instance = makeInstance(template, begun);
      reports.push({ ...(await reportOf(instance, { fixtureSites, match: matchInTime })), template, seed });
    }
  }
  return reports;
}

/** What the right way of each template answers on a seed; null where it is asked for nothing. */
export async function answersOf(ids: readonly string[], seed: number): Promise<Map<string, string | null>> {
  const fixtureSites = await readFixtureSites(thisProject.webRoots);
  const templates = await readTemplates(thisProject.tasks, ids);
  const answers = new Map<string, string | null>();
  for (const template of templates) {
    const { begun, visitor } = openWorld(fixtureSites, seed);
    const { drawn } = makeInstance(template, begun);
    answers.set(template.id, (await notDrill(template).solve(visitor, drawn)) ?? null);
  }
  return answers;
}

/** Whether the answers of these templates are others on the second seed. */
export async function haveOtherAnswers(reports: readonly SeededReport[]): Promise<void> {
  const others = await answersOf(
    reports.map(({ template }) => template.id),
    2,
  );
  for (const { answer, template } of reports)
    if (answer !== null && !template.impossible)
      expect(others.get(template.id), template.id).not.toBe(answer);
}

export function goTheirOwnWays(reports: readonly SeededReport[]): void {
  const ways = reports.map(({ changed, routes }) => JSON.stringify([changed.toSorted(), routes]));
  expect(new Set(ways).size).toBe(ways.length);
  const bySite = Map.groupBy(reports, ({ template }) => template.sites.join(' '));
  for (const ofSite of bySite.values()) {
    const capabilities = ofSite.flatMap(({ template }) => template.capabilities);
    for (const capability of capabilities)
      expect(capabilities.filter((each) => each === capability).length, capability).toBeLessThanOrEqual(3);
  }
}
