import { findIssue } from '../deeds/find-issue.ts';
import { mayChange, mayLead } from '../deeds/may.ts';
import type { Answer } from '../pages/page.ts';
import type { Issue, Project } from '../state/rows.ts';
import type { Exchange } from './exchange.ts';
import { forbidden } from './forbidden.ts';

type Of<Thing> = (exchange: Exchange, thing: Thing) => ReturnType<Answer>;

/** Adds the issue whose key is in the address; an old key redirects to the current one. */
export function onIssue(give: Of<Issue>): Answer {
  return (exchange) => {
    const key = exchange.parameter('key');
    const issue = findIssue(exchange.track, key);
    if (!issue) return undefined;
    const isOld = key !== issue.key && exchange.method === 'GET';
    return isOld
      ? exchange.lead(exchange.url.pathname.replace(`/${key}`, `/${issue.key}`))
      : give(exchange, issue);
  };
}

/** The same, for users who may change it. */
export function changingIssue(give: Of<Issue>): Answer {
  return onIssue((exchange, issue) =>
    mayChange(exchange.track, issue.project) ? give(exchange, issue) : forbidden(exchange, issue.project),
  );
}

/** Adds the project whose id is in the address. */
export function onProject(give: Of<Project>): Answer {
  return (exchange) => {
    const project = exchange.track.store.get('projects', exchange.parameter('project'));
    return project && give(exchange, project);
  };
}

/** The same, for its lead. */
export function leadingProject(give: Of<Project>): Answer {
  return onProject((exchange, project) =>
    mayLead(exchange.track, project.id) ? give(exchange, project) : forbidden(exchange, project.id),
  );
}
