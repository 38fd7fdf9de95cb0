import type { World } from '../../../../harness/web/host-handler.ts';
import { filtersOf, labelsOf, milestonesOf, settings } from './furniture.ts';
import { linksOf } from './links.ts';
import { makeProject } from './make-project.ts';
import { notificationsOf, watchesOf } from './notes.ts';
import { projectWords } from './plot.ts';
import { teamOf } from './team.ts';

/** A year of six projects. */
export function makePast(world: World) {
  const { members, reporters, hands } = teamOf(world);
  const all = projectWords.map((words) => {
    const random = world.random(`track: ${words.id}`);
    const labels = labelsOf(words);
    const milestones = milestonesOf(world, random, words);
    const setting = {
      world,
      random,
      words,
      labels,
      milestones,
      hands: hands.get(words.id) ?? [],
      reporters,
    };
    const past = makeProject(setting);
    return { labels, milestones, links: linksOf(random, past.told), ...past };
  });
  const issues = all.flatMap(({ told }) => told.map(({ issue }) => issue));
  const comments = all.flatMap((each) => each.comments);
  const events = all.flatMap((each) => each.events);
  return {
    projects: projectWords.map(({ id, name, about }) => ({ id, name, about })),
    members,
    labels: all.flatMap(({ labels }) => labels),
    milestones: all.flatMap(({ milestones }) => milestones),
    issues,
    comments,
    events,
    links: all.flatMap(({ links }) => links),
    watches: watchesOf(world, issues),
    notifications: notificationsOf(world, { issues, comments, events }),
    filters: filtersOf(world.person.id),
    settings: [settings],
  };
}
