/**
 * Prints as JSON what instances of the town come to: all pages and answers without a browser, or, with a number of
 * workers, what the oracle is served in Chromium and the tables that it leaves; of the templates that are named after
 * it, or of all. For tests in other zones and languages.
 */

import { noOptions } from '../agents/built-in-agent.ts';
import { oracle } from '../agents/oracle.ts';
import { thisProject } from '../cli/this-project.ts';
import { digest, sha256 } from '../platform/digest.ts';
import { findServer } from '../servers/index.ts';
import { type Instance, makeInstance } from '../task/templates/make-instances.ts';
import { openWorld } from '../task/templates/open-world.ts';
import { readTemplates } from '../task/templates/read-templates.ts';
import { notDrill } from '../task/templates/template.ts';
import { ReferenceSolution } from '../task/walkthroughs/walkthrough.ts';
import { type FixtureSites, readFixtureSites } from '../web/fixture-sites.ts';
import { play } from './play.ts';
import { templateIds } from './template-rules.ts';

const [seed = 1, workers = 0] = process.argv.slice(2, 4).map(Number);
const ids = process.argv.slice(4);
const fixtureSites = await readFixtureSites(thisProject.webRoots);
const templates = await readTemplates(thisProject.tasks, ids.length > 0 ? ids : await templateIds('town'));
const instances = templates.map((template) => makeInstance(template, openWorld(fixtureSites, seed).begun));
const printed: Record<string, unknown> = {};

async function solved({ template, drawn, task }: Instance): Promise<unknown> {
  const { visitor, changes } = openWorld(fixtureSites, seed);
  const pages: string[] = [];
  const seen = async (page: ReturnType<typeof visitor.get>) => {
    const { status, url, text } = await page;
    pages.push(`${status} ${url} ${sha256(text)}`);
    return page;
  };
  const answer = await notDrill(template).solve(
    {
      get: (url) => seen(visitor.get(url)),
      post: (url, fields) => seen(visitor.post(url, fields)),
      rows: visitor.rows,
    },
    drawn,
  );
  return { task: digest(task), answer, changes: digest(changes()), pages };
}

async function played({ template, drawn, task }: Instance): Promise<unknown> {
  const walkthrough = ReferenceSolution.parse(template.walkthroughs(drawn)[0]);
  const { web, served, tables } = watched();
  const { result } = await play({
    web,
    task,
    success: task.success,
    startUrl: task.startUrl,
    server: findServer('playwright'),
    adapter: await oracle.make({ ...noOptions, walkthrough: async () => walkthrough }),
    maxSteps: 100,
    maxDurationMs: 600_000,
  });
  return { status: result.status, answer: result.answer, tables: tables(), served: [...served].sort() };
}

/** The stand-ins, and a line for each different answer with content: how often an editor saves, which has none, is a matter of time. */
function watched(): { web: FixtureSites; served: Set<string>; tables: () => string } {
  const served = new Set<string>();
  let tables = () => '';
  const web: FixtureSites = {
    ...fixtureSites,
    open: (ofSeed) => {
      const opened = fixtureSites.open(ofSeed);
      tables = () => digest(opened.world?.tables() ?? {});
      const hosts = [...opened.hosts].map(([name, host]): [string, typeof host] => [
        name,
        async (request) => {
          const line = `${request.method} ${request.url}`;
          const answer = await host(request);
          if (answer && answer.status !== 204)
            served.add(`${line} ${answer.status} ${sha256(await answer.clone().text())}`);
          return answer;
        },
      ]);
      return { ...opened, hosts: new Map(hosts) };
    },
  };
  return { web, served, tables: () => tables() };
}

const queue = [...instances];
const work = async () => {
  for (let next = queue.shift(); next; next = queue.shift())
    printed[next.task.id] = await (workers === 0 ? solved : played)(next);
};
await Promise.all(Array.from({ length: Math.max(1, workers) }, work));
process.stdout.write(JSON.stringify(Object.fromEntries(Object.entries(printed).sort())));
