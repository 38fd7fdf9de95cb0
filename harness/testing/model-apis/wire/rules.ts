import type { Issue } from './deepest-issue.ts';
import { pictureOf } from './image.ts';
import type { HttpRequest } from './refusal.ts';
import { type Example, firstFound, type Refusal, type Row, type Values } from './refusal.ts';

/** Where the requests of one API hold what the shared rules look for. */
export type RequestView<Body> = {
  /** Status and type of a refusal of which nothing else is known. */
  bad: readonly [status: number, type: string];
  keyHeader: string;
  keyOf(sent: Pick<HttpRequest, 'headers' | 'query'>): string | null;
  /** A place in a body as the vendor writes it. */
  pathOf(path: Issue['path'], body: unknown): string;
  /** The tools themselves, to be looked at and changed. */
  toolsOf(body: Body): {
    name: string;
    description?: string | null | undefined;
    parameters?: unknown;
    input_schema?: unknown;
  }[];
  toolName: RegExp;
  longestToolName: number;
  /** Keywords that may not stand at the top of a tool's schema. */
  notAtTop: readonly string[];
  /** Images in base64, with what tells the vendor's words their place. */
  imagesOf(body: Body): readonly (Values & { data: string })[];
  addImage(body: Body, type: string, data: string): unknown;
  /** The limit of output tokens, its field or where it lies. */
  outputOf(body: Body): number | null | undefined;
  limitOutput(body: Body, tokens: number): unknown;
  effortOf(body: Body): string | null | undefined;
  /** Puts a text of any length into the prompt. */
  fill(body: Body, text: string): unknown;
};

export type Rule<Body> = Partial<Pick<Refusal<Body>, 'refuses' | 'breaks' | 'door' | 'shape' | 'found'>>;

/** A source that says that it is refused and how; the words were not seen. */
type Source = string | Pick<Row, 'source' | 'wordsAreOurs'>;
export const ours = (source: string): Source => ({ source, wordsAreOurs: true });

/** `owner/name#1` is an issue, `owner/name!1` a pull request. */
export function github(place: string): string {
  return `https://github.com/${place.replace('#', '/issues/').replace('!', '/pull/')}`;
}

/**
 * `says`: the words, where status and type are the usual ones. `like`: the rule that is looked for in the same way, where
 * its name is another.
 */
export type RowMaker<Body> = (
  rule: string,
  says: string | readonly [status: number, type: string, words: string],
  source: Source,
  own?: Rule<Body> & Pick<Row, 'extra'> & { like?: string },
) => Refusal<Body>;

/** The rows of one API: what vendors refuse alike is looked for in one way, and what each then says is its own. */
export function rowsOf<Body>(view: RequestView<Body>, more: Record<string, Rule<Body>> = {}): RowMaker<Body> {
  const shared: Record<string, Rule<Body>> = sharedRules(view);
  return (rule, says, source, { like = rule, ...own } = {}) => {
    const [status, type, words] = typeof says === 'string' ? ([...view.bad, says] as const) : says;
    const { refuses = '', ...known } = { ...shared[like], ...more[like], ...own };
    if (refuses === '') throw new Error(`the rule "${rule}" does not say what it refuses`);
    const from = typeof source === 'string' ? { source } : source;
    return { rule, refuses, status, type, words, ...from, ...known };
  };
}

function sharedRules<Body>(view: RequestView<Body>) {
  const { keyHeader, keyOf, pathOf, toolsOf, imagesOf } = view;
  const set =
    (field: string, value: unknown) =>
    ({ body }: Example<Body>) =>
      Object.assign(Object(body), { [field]: value });
  const rename =
    (name: string) =>
    ({ body }: Example<Body>) => {
      for (const tool of toolsOf(body)) tool.name = name;
    };
  const unreadable = Buffer.from('not a picture').toString('base64');
  return {
    'no-key': {
      refuses: 'a request without a key',
      door: (sent) => (keyOf(sent) === null ? {} : null),
      breaks: ({ headers }) => delete headers[keyHeader],
    },
    'wrong-key': {
      refuses: 'an unknown key',
      door: (sent, { key }) => {
        const given = keyOf(sent);
        // Vendors show the last four characters of a key that they refuse.
        return given === null || given === key ? null : { masked: `****${given.slice(-4)}` };
      },
      breaks: ({ headers }) =>
        Object.assign(headers, {
          [keyHeader]: `${keyHeader === 'authorization' ? 'Bearer ' : ''}sk-wrong-0000`,
        }),
    },
    'half-surrogate': {
      refuses: 'half of a surrogate pair, for example at the end of a text that was cut',
      door: ({ text }) => {
        const half = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(?<half>ud[89a-f][0-9a-f]{2})|.)/gi;
        const at = [...text.matchAll(half)].find(({ groups }) => groups?.half)?.index;
        return at === undefined ? null : { at, column: at + 1 };
      },
      breaks: ({ body }) => view.fill(body, 'cut: \ud83d'),
    },
    'unknown-field': {
      refuses: 'an unknown field',
      shape: ({ path, kind }, body) =>
        kind === 'unknown' ? { path: pathOf(path, body), place: ['body', ...path] } : null,
      breaks: set('no_such_field', 5),
    },
    'missing-field': {
      refuses: 'a request without a required field',
      shape: ({ path, kind }, body) =>
        kind === 'missing' ? { path: pathOf(path, body), place: ['body', ...path] } : null,
      breaks: ({ body }) => Reflect.deleteProperty(Object(body), 'model'),
    },
    'wrong-type': {
      refuses: 'a value of the wrong type',
      shape: ({ path, expected }, body) => ({ path: pathOf(path, body), place: ['body', ...path], expected }),
      breaks: set('temperature', 'low'),
    },
    'unknown-model': {
      refuses: 'an unknown model',
      found: (_, { model }) => (model.window === 0 ? { model: model.id } : null),
      breaks: set('model', 'nobody-9'),
    },
    'max-tokens': {
      refuses: 'an output limit that exceeds the limit of the model',
      found: (body, { model: { id, maxOutput } }) => {
        const asked = view.outputOf(body) ?? 0;
        return asked > maxOutput ? { asked, most: maxOutput, end: maxOutput + 1, model: id } : null;
      },
      breaks: ({ body }) => view.limitOutput(body, 500_000),
    },
    effort: {
      refuses: 'an effort level that the model does not have',
      found: (body, { model: { id, efforts = [] } }) => {
        const effort = view.effortOf(body);
        return effort && efforts.length > 0 && !efforts.includes(effort)
          ? { effort, model: id, efforts: efforts.map((each) => `'${each}'`).join(', ') }
          : null;
      },
    },
    temperature: {
      found: (body, { model }) => {
        const temperature: unknown = Reflect.get(Object(body), 'temperature');
        return typeof temperature === 'number' && temperature !== 1 && model.reasons ? {} : null;
      },
      breaks: set('temperature', 0),
    },
    'tool-name': {
      refuses: 'a tool name with a character that is not allowed, such as a dot',
      found: (body) =>
        firstFound(toolsOf(body), ({ name }, index) => (view.toolName.test(name) ? null : { index, name })),
      breaks: rename(view.toolName.test('page.open') ? 'open a page' : 'page.open'),
    },
    'tool-name-length': {
      refuses: `a tool name of more than ${view.longestToolName} characters`,
      found: (body) =>
        firstFound(toolsOf(body), ({ name }, index) =>
          name.length > view.longestToolName ? { index, length: name.length } : null,
        ),
      breaks: rename('o'.repeat(view.longestToolName + 1)),
    },
    'tool-count': {
      refuses: 'more than 128 tools',
      found: (body) => {
        const count = toolsOf(body).length;
        return count > 128 ? { count } : null;
      },
      breaks: ({ body }) => {
        const { tools } = Object(body);
        for (let more = tools.length; more <= 128; more++) tools.push(structuredClone(tools[0]));
      },
    },
    'tool-description': {
      refuses: 'a tool description of more than 1,024 characters',
      found: (body) =>
        firstFound(toolsOf(body), ({ description }, index) => {
          const length = description?.length ?? 0;
          return length > 1024 ? { index, length } : null;
        }),
      breaks: ({ body }) => {
        for (const tool of toolsOf(body)) tool.description = 'word '.repeat(300);
      },
    },
    'schema-union': {
      found: (body) =>
        firstFound(toolsOf(body), ({ name, parameters, input_schema: schema = parameters }, index) =>
          view.notAtTop.some((key) => key in Object(schema)) ? { name, index } : null,
        ),
      breaks: ({ body }) => {
        for (const { parameters, input_schema: schema = parameters } of toolsOf(body))
          Object.assign(Object(schema), { anyOf: [{ required: ['url'] }] });
      },
    },
    'image-empty': {
      refuses: 'an image without data',
      found: (body) => imagesOf(body).find(({ data }) => data === '') ?? null,
      breaks: ({ body }) => view.addImage(body, 'image/png', ''),
    },
    'image-unreadable': {
      refuses: 'data that is not an image',
      found: (body) => imagesOf(body).find(({ data }) => !pictureOf(data)) ?? null,
      breaks: ({ body }) => view.addImage(body, 'image/bmp', unreadable),
    },
    'prompt-too-long': {
      refuses: 'a prompt that is too long for the model’s context window',
      found: (_, { promptTokens: tokens, model: { window: most } }) =>
        tokens > most ? { tokens, prompt: tokens, most } : null,
      breaks: ({ body }) => view.fill(body, 'word '.repeat(1_000_000)),
    },
    'rate-limit': { refuses: 'more requests or tokens a minute than the account allows' },
    overloaded: { refuses: 'any request while the API is overloaded' },
    'server-error': { refuses: 'any request, if the API has an internal error' },
  } satisfies Record<string, Rule<Body>>;
}
