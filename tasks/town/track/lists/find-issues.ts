import type { Issue, Query } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { priorities, statuses } from '../state/words-of.ts';
import { updatedOf } from './activity.ts';

export const sorts = {
  updated: 'Last changed first',
  created: 'Newest first',
  oldest: 'Oldest first',
  priority: 'Most pressing first',
  estimate: 'Most hours first',
  key: 'By key',
} as const;

export function findIssues(track: Track, query: Query): readonly Issue[] {
  const { store } = track;
  const hasWords = wordsIn(track, query.words);
  const found = store
    .all('issues')
    .filter(
      (issue) =>
        (query.project === '' || issue.project === query.project) &&
        isInStatus(issue, query.status) &&
        isPerson(track, query.assignee, issue.assignee) &&
        isPerson(track, query.author, issue.author) &&
        (query.priority === '' || issue.priority === query.priority) &&
        (query.label === '' || issue.labels.some((id) => store.get('labels', id)?.name === query.label)) &&
        (query.milestone === '' ||
          (query.milestone === 'none' ? issue.milestone === null : issue.milestone === query.milestone)) &&
        hasWords(issue),
    );
  return sorted(track, found, query.sort);
}

/** `me` and `nobody` are valid for a person. */
function isPerson({ me }: Track, said: string, person: string | null): boolean {
  if (said === '') return true;
  return said === 'nobody' ? person === null : person === (said === 'me' ? me : said);
}

function isInStatus({ status }: Issue, said: string): boolean {
  if (said === 'unclosed') return status !== 'closed';
  return !Object.hasOwn(statuses, said) || status === said;
}

/** Matches all words, or quoted phrases, in title, text, comments and key. */
function wordsIn({ store }: Track, said: string): (issue: Issue) => boolean {
  const words = [...said.toLowerCase().matchAll(/"([^"]+)"|([^\s"]+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  if (words.length === 0) return () => true;
  const comments = Map.groupBy(store.all('comments'), ({ issue }) => issue);
  return ({ id, key, title, text }) => {
    const all = [key, title, text, ...(comments.get(id) ?? []).map((each) => each.text)]
      .join('\n')
      .toLowerCase();
    return words.every((word) => all.includes(word));
  };
}

function sorted(track: Track, issues: readonly Issue[], by: string): readonly Issue[] {
  const updated = updatedOf(track);
  const pressing = Object.keys(priorities);
  const rank: Record<string, (issue: Issue) => number | string> = {
    created: ({ created }) => -Date.parse(created),
    oldest: ({ created }) => created,
    priority: ({ priority }) => pressing.indexOf(priority),
    estimate: ({ estimate }) => -(estimate ?? 0),
    key: ({ project, key }) => `${project}-${key.split('-')[1]?.padStart(7, '0')}`,
  };
  const changed = ({ id, created }: Issue) => -Date.parse(updated.get(id) ?? created);
  const rankOf = (Object.hasOwn(rank, by) ? rank[by] : undefined) ?? changed;
  const ranks = new Map(issues.map((issue) => [issue, rankOf(issue)]));
  const at = (issue: Issue) => ranks.get(issue) ?? 0;
  return issues.toSorted((one, other) => (at(one) < at(other) ? -1 : at(one) > at(other) ? 1 : 0));
}
