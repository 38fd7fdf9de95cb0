import { beforeAll, expect, test } from 'vitest';
import { thisProject } from '../../harness/cli/this-project.ts';
import { factsOfWorld } from '../../harness/experiments/audit/instance-report.ts';
import { judge } from '../../harness/judge/judge.ts';
import { matchInTime } from '../../harness/task/match-in-time.ts';
import { type Instance, makeInstance } from '../../harness/task/templates/make-instances.ts';
import { openWorld } from '../../harness/task/templates/open-world.ts';
import { readTemplates } from '../../harness/task/templates/read-templates.ts';
import { notDrill, type Visitor } from '../../harness/task/templates/template.ts';
import { everyNth, isLong, sized } from '../../harness/testing/sized.ts';
import { templateIds } from '../../harness/testing/template-rules.ts';
import { type FixtureSites, readFixtureSites } from '../../harness/web/fixture-sites.ts';

/** Does a task and returns its answer. `solve` is the template's own solution. */
type Way = (visitor: Visitor, solve: Solve) => Promise<string | undefined>;
type Solve = (visitor: Visitor) => Promise<string | undefined>;
type Fields = Parameters<Visitor['post']>[1];

let fixtureSites: FixtureSites;
const instances = new Map<string, Instance>();
const seed = 1;

beforeAll(async () => {
  fixtureSites = await readFixtureSites(thisProject.webRoots);
  const { begun } = openWorld(fixtureSites, seed);
  for (const template of await readTemplates(thisProject.tasks, await templateIds('town')))
    instances.set(template.id, makeInstance(template, begun));
});

async function endOf(id: string, way: Way) {
  const instance = instances.get(id);
  if (!instance) throw new Error(`no template ${id}`);
  const { template, drawn, task } = instance;
  const world = openWorld(fixtureSites, seed);
  const answer = await way(world.visitor, (visitor) => notDrill(template).solve(visitor, drawn));
  const { outcome, failed } = judge(task.success, factsOfWorld(task.success, world, answer), matchInTime);
  return [outcome, failed === null ? null : JSON.stringify(failed)];
}

/** A visitor that sends other form fields. */
const posting = (
  visitor: Visitor,
  change: (url: string, fields: NonNullable<Fields>) => Fields,
): Visitor => ({
  ...visitor,
  post: (url, fields = {}) => visitor.post(url, change(url, fields)),
});

/** The right solution, with the texts typed differently. */
const typed =
  (form: (text: string) => string, names: readonly string[]): Way =>
  (visitor, solve) =>
    solve(
      posting(visitor, (_, fields) =>
        Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [
            name,
            names.includes(name) && typeof value === 'string' ? form(value) : value,
          ]),
        ),
      ),
    );

const widened = (text: string) => `  ${text.replaceAll(' ', ' \u00a0')} \r\n`;
const capitals = (text: string) => text.toUpperCase();
const small = (text: string) => text.toLowerCase();
const address = ['label', 'name', 'street', 'city'];
const issue = ['title', 'text'];
const forms = (id: string, names: readonly string[]): [string, string, Way][] => [
  [id, 'typed with other spaces', typed(widened, names)],
  [id, 'typed in capitals', typed(capitals, names)],
  [id, 'typed in small letters', typed(small, names)],
];

const tracker = (path: string) => `https://track.town.test${path}`;
const mail = (path: string) => `https://mail.town.test${path}`;
const properties = { status: 'open', priority: 'high', milestone: '', estimate: '' };

/** The issue is reported with another value, then corrected. */
const mended =
  (wrong: Record<string, string>, path: 'properties' | 'edit'): Way =>
  async (visitor, solve) => {
    let right: Fields = {};
    const key = await solve(
      posting(visitor, (url, fields) => {
        if (!url.endsWith('/issues/new')) return fields;
        right = fields;
        return { ...fields, ...wrong };
      }),
    );
    await visitor.post(tracker(`/issues/${key}/${path}`), right);
    return key;
  };

const right: [string, string, Way][] = [
  ['across-order-issue', 'with the priority put right', mended({ priority: 'low' }, 'properties')],
  ['across-order-issue', 'with the assignee put right', mended({ assignee: '' }, 'properties')],
  ['across-order-issue', 'with the title put right', mended({ title: 'Buy some' }, 'edit')],
  [
    'across-order-issue',
    'reported in another project and moved',
    async (visitor, solve) => {
      let fields: NonNullable<Fields> = {};
      await solve({
        ...visitor,
        post: async (_, said = {}) => {
          fields = said;
          return { status: 200, url: '', text: '' };
        },
      });
      const { project, assignee = '' } = fields;
      const mine = visitor.rows<{ project: string; person: string; role: string }>(
        'track.town.test',
        'members',
      );
      const me = mine.filter(({ role, project: other }) => role === 'lead' && other !== project);
      for (const { project: other } of me) {
        const { text } = await visitor.get(tracker(`/issues/new?project=${other}`));
        const [, ticket] = /name="ticket" value="([^"]*)"/.exec(text) ?? [];
        if (ticket === undefined) continue;
        const made = await visitor.post(tracker('/issues/new'), {
          ...fields,
          project: other,
          ticket,
          assignee: '',
        });
        const moved = await visitor.post(`${made.url.replace(/\?.*/, '')}/move`, { project: `${project}` });
        const [, key] = /issues\/([A-Z]+-\d+)/.exec(moved.url) ?? [];
        await visitor.post(tracker(`/issues/${key}/properties`), { ...properties, assignee });
        return key;
      }
      throw new Error('no other project');
    },
  ],
  ...forms('across-order-issue', issue),
  [
    'track-triage-milestone',
    'with a milestone that was called otherwise first',
    async (visitor, solve) => {
      let name = '';
      let path = '';
      await solve(
        posting(visitor, (url, fields) => {
          const made = url.endsWith('/milestones/new');
          if (made) [name, path] = [`${fields.name}`, url.replace(/new$/, '')];
          const [project] = `${fields['milestone-to'] ?? ''}`.split(':');
          const isNew =
            `${fields['milestone-to'] ?? ''}` === `${project}:${name.toLowerCase().replaceAll(' ', '-')}`;
          return {
            ...fields,
            ...(made && { name: 'Long job' }),
            ...(isNew && { 'milestone-to': `${project}:long-job` }),
          };
        }),
      );
      const [, project] = /projects\/(\w+)\//.exec(path) ?? [];
      await visitor.post(`${path}${project}:long-job/edit`, { name, about: '', due: '' });
      return undefined;
    },
  ],
  [
    'track-triage-milestone',
    'typed with other spaces',
    (visitor, solve) =>
      solve(
        posting(visitor, (url, fields) =>
          url.endsWith('/new')
            ? { ...fields, name: `  ${fields.name}`.replace(/ (?=\w+$)/, ' \u00a0') }
            : fields,
        ),
      ),
  ],
  ...forms('across-move-address', address),
  [
    'across-move-address',
    'with a telephone number without spaces',
    typed((text) => text.replaceAll(' ', ''), ['phone']),
  ],
  [
    'across-move-address',
    'with hyphens in the telephone number',
    typed((text) => text.replaceAll(' ', '-'), ['phone']),
  ],
  ...forms('shop-correct-address', ['street']),
  ...forms('mail-contact-update', ['street', 'city']),
  ...forms('mail-filter', ['from', 'subject']),
  ['mail-reply-date', 'typed with other spaces', typed((text) => text.replaceAll(' ', '\u00a0 '), ['text'])],
  [
    'mail-reply-date',
    'with line breaks of Windows',
    typed((text) => text.replaceAll('\n', ' \r\n'), ['text']),
  ],
];

test.each(everyNth(3, right))('%s %s passes', async (id, _, way) => {
  expect(await endOf(id, way)).toEqual(['passed', null]);
});

/** The right solution, after a change to an existing row. */
const afterwards =
  (deed: (visitor: Visitor) => Promise<unknown>): Way =>
  async (visitor, solve) => {
    const answer = await solve(visitor);
    await deed(visitor);
    return answer;
  };

const draft = { kind: 'new', parent: '', to: '', cc: '', bcc: '', subject: '', text: 'I resign.' };
const lost: [string, (visitor: Visitor) => Promise<unknown>][] = [
  ['drafts new-1 removed', (visitor) => visitor.post(mail('/drafts/new-1'), { action: 'discard' })],
  [
    'drafts new-1 changed',
    (visitor) => visitor.post(mail('/drafts/new-1'), { ...draft, action: 'autosave' }),
  ],
  [
    'drafts new-1 changed',
    async (visitor) => {
      await visitor.post(mail('/drafts/new-1'), { action: 'discard' });
      await visitor.post(mail('/drafts/new-1'), { ...draft, action: 'save' });
    },
  ],
  [
    'reads',
    async (visitor) => {
      const [read] = visitor.rows<{ id: string }>('mail.town.test', 'reads');
      const message = visitor
        .rows<{ id: string; thread: string }>('mail.town.test', 'messages')
        .find(({ id }) => id === read?.id);
      await visitor.post(mail('/bulk'), { thread: message?.thread ?? '', action: 'unread', back: '/' });
    },
  ],
];
const some = ['mail-find-code', 'across-claim-and-file'];

test.each(sized(lost.slice(1), lost))(
  '%s fails each task that ignores what is added',
  async (names, deed) => {
    for (const id of isLong ? instances.keys() : some) {
      const [outcome, words] = await endOf(id, afterwards(deed));
      expect([id, outcome, words]).toEqual([id, 'failed', expect.stringContaining(names)]);
    }
  },
);

test('what is added to read and to write passes', async () => {
  for (const id of ['mail-find-code', 'across-claim-and-file'])
    expect(
      await endOf(
        id,
        afterwards((visitor) => visitor.post(mail('/drafts/new-2'), { ...draft, action: 'autosave' })),
      ),
    ).toEqual(['passed', null]);
});

/** A reply with the form's default signature and quotation. */
const quoting =
  (form: (text: string, rest: string) => string): Way =>
  (visitor, solve) => {
    let rest = '';
    const get: Visitor['get'] = async (url) => {
      const page = await visitor.get(url);
      const [, said = ''] = /name="text"[^>]*>([^<]*)</.exec(page.text) ?? [];
      rest ||= said.replaceAll('&gt;', '>').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
      return page;
    };
    const post: Visitor['post'] = (url, fields) =>
      visitor.post(url, { ...fields, text: form(`${fields?.text}`.trim(), rest.replace(/^\n/, '')) });
    return solve({ ...visitor, get, post });
  };

const replies: [string, string, (text: string, rest: string) => string][] = [
  ['passed', 'the quotation below', (text: string, rest: string) => `${text}${rest}`],
  ['passed', 'the quotation above', (text: string, rest: string) => `${rest}\n\n${text}`],
  [
    'passed',
    'a part of the quotation',
    (text: string, rest: string) => `${text}${rest}`.replace(/> for.*\n/, ''),
  ],
  [
    'passed',
    'a wide quotation',
    (text: string, rest: string) => `${text}${rest.replaceAll(' ', '\u00a0 ')}\r\n`,
  ],
  ['failed', 'words added to the quotation', (text: string, rest: string) => `${text}${rest}\n> I resign.`],
  [
    'failed',
    'words above the quotation',
    (text: string, rest: string) => `${text}${rest.replace(/On .* wrote:/, 'On no account wrote:')}`,
  ],
  [
    'failed',
    'words in the quotation',
    (text: string, rest: string) => `${text}${rest.replace('> for', '> for nothing and for')}`,
  ],
  ['failed', 'words below', (text: string, rest: string) => `${text}${rest}\nI resign.`],
  ['failed', 'its sentence twice', (text: string, rest: string) => `${text}\n${text}${rest}`],
  ['failed', 'no sentence', (_: string, rest: string) => rest],
  ['failed', 'more than can be matched', (text: string) => `${text}${'\n'.repeat(10_001)}I resign.`],
];

test.each(everyNth(2, replies))('%s: a reply with %s', async (outcome, _, form) => {
  expect((await endOf('mail-reply-date', quoting(form)))[0]).toBe(outcome);
});
