import { click, clickText, done, every, fill, groups, quoted, submit, textIn, type Way } from './way.ts';

const fillQuoted: Way = ({ goal }) => [fill(1, quoted(goal)[0] ?? ''), submit, done];

const logIn: Way = ({ goal }) => {
  const [user = '', password = ''] = quoted(goal);
  return [fill(1, user), fill(2, password), click('button', 'Login'), done];
};

/** The pickers begin in the last month of the year. */
const lastMonth = 12;

const chooseDate: Way = ({ goal }) => {
  const [month, day] = groups(goal, /(\d\d)\/(\d\d)\//).map(Number);
  const back = lastMonth - (month ?? lastMonth);
  return [
    click('textbox', null, 1),
    ...Array.from({ length: back }, () => ({ press: 'PageUp' })),
    click('link', `${day}`),
    submit,
    done,
  ];
};

/** Fills the fields of a search for films by their labels, in the order of the page. */
const searchFilms: Way = ({ goal, html }) => {
  const [genre = '', director = '', year = ''] = groups(
    goal,
    /for (.*) movies directed by (.*) from year (\d+)/,
  );
  const labels = every(html, /<(?:div class="label"|th|label[^>]*)>([^<]+)<\/(?:div|th|label)>/g);
  const values = labels
    .map(([label = '']) =>
      /year|date/i.test(label)
        ? year
        : /director/i.test(label)
          ? director
          : /genre/i.test(label)
            ? genre
            : null,
    )
    .filter((value) => value !== null);
  const [button] = every(html, /<button[^>]*>([^<]*)<\/button>/g).map(([name = '']) => name);
  const last = button === undefined ? clickText('Submit') : click('button', button);
  return [...values.map((value, at) => fill(at + 1, value)), last, done];
};

/** The value beside a label of the table. */
function cell(html: string, label: string): string {
  return textIn(groups(html, new RegExp(`<td>${label}</td><td>(.*?)</td>`))[0] ?? '');
}

/** The names of countries, which the page suggests. */
function countries(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((first) => letters.flatMap((second) => names.of(first + second) ?? []));
}

const complete: Way = ({ goal }) => {
  const [start = '', end = ''] = quoted(goal);
  const item = countries().find((each) => each.startsWith(start) && each.endsWith(end));
  if (item === undefined) throw new Error(`no country starts with ${start} and ends with ${end}`);
  // Leaves the field, which closes the list that can cover the button.
  return [fill(1, item), { press: 'Tab' }, submit, done];
};

/** Values of the colours that pages name. */
const colours: Readonly<Record<string, string>> = {
  aqua: '00ffff',
  black: '000000',
  blue: '0000ff',
  cyan: '00ffff',
  fuchsia: 'ff00ff',
  gray: '808080',
  green: '008000',
  grey: '808080',
  lime: '00ff00',
  magenta: 'ff00ff',
  maroon: '800000',
  navy: '000080',
  olive: '808000',
  orange: 'ffa500',
  pink: 'ffc0cb',
  purple: '800080',
  red: 'ff0000',
  silver: 'c0c0c0',
  teal: '008080',
  white: 'ffffff',
  yellow: 'ffff00',
};

const compute: Way = ({ html }) => {
  const problem = textIn(groups(html, /id="math-problem">(.*?)<\/div>/s)[0] ?? '');
  const [left = '', sign = '', right = '', result = ''] = groups(
    problem,
    /^(-?\w+) *([-+*x×]) *(-?\w+) *= *(-?\d*)/,
  );
  const x =
    result === '' ? apply(Number(left), sign, Number(right)) : solve(left, sign, right, Number(result));
  return [fill(1, `${x}`), submit, done];
};

function apply(a: number, sign: string, b: number): number {
  if (sign === '+') return a + b;
  return sign === '-' ? a - b : a * b;
}

/** Solves `a sign b = result`, where a or b is x. */
function solve(left: string, sign: string, right: string, result: number): number {
  if (left === 'x') return sign === '+' ? result - Number(right) : result + Number(right);
  return sign === '+' ? result - Number(left) : Number(left) - result;
}

/** Copies the text of a field with keys, because the HTML of a page lacks it. */
function copied(from: number, to: number) {
  const keys = ['Control+A', 'Control+C'].map((press) => ({ press }));
  return [
    click('textbox', null, from),
    ...keys,
    click('textbox', null, to),
    { press: 'Control+V' },
    submit,
    done,
  ];
}

/** Types into the parts of the only field with a date or time. Servers show these parts in different ways. */
function byKeys(keys: string) {
  return [{ press: 'Tab' }, ...[...keys].map((press) => ({ press })), submit, done];
}

const words = (html: string, tag: string) =>
  textIn(groups(html, new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 's'))[0] ?? '').split(/\s+/);

export const fields: Readonly<Record<string, Way>> = {
  'enter-text': fillQuoted,
  'enter-text-dynamic': fillQuoted,
  'enter-text-2': ({ goal }) => {
    const [text = ''] = quoted(goal);
    const cased = goal.includes('upper case') ? text.toUpperCase() : text.toLowerCase();
    return [fill(1, cased), submit, done];
  },
  'enter-password': ({ goal }) => {
    const [text = ''] = quoted(goal);
    return [fill(1, text), fill(2, text), submit, done];
  },
  'login-user': logIn,
  'enter-date': ({ goal }) => byKeys(groups(goal, /(\d\d)\/(\d\d)\/(\d{4})/).join('')),
  'enter-time': ({ goal }) => {
    const [hour = '', minute = '', half = ''] = groups(goal, /(\d+):(\d\d) ([AP])M/);
    return byKeys(`${hour.padStart(2, '0')}${minute}${half}`);
  },
  'choose-date': chooseDate,
  'choose-date-easy': chooseDate,
  'choose-date-medium': chooseDate,
  'choose-date-nodelay': chooseDate,
  'multi-layouts': searchFilms,
  'multi-orderings': searchFilms,
  'read-table': ({ goal, html }) => [
    fill(1, cell(html, groups(goal, /value of (.*) into/)[0] ?? '')),
    submit,
    done,
  ],
  'read-table-2': ({ html }) => [
    ...every(html, /data-key="([^"]*)"/g).map(([label = ''], at) => fill(at + 1, cell(html, label))),
    submit,
    done,
  ],
  'simple-arithmetic': compute,
  'simple-algebra': compute,
  'visual-addition': ({ html }) => [
    fill(1, `${every(html, /class="addition-block"/g).length}`),
    submit,
    done,
  ],
  'find-word': ({ goal, html }) => {
    const word = words(html, 'p')[Number(groups(goal, /the (\d+)/)[0]) - 1] ?? '';
    return [fill(1, word.replace(/[.,]+$/, '')), submit, done];
  },
  'scroll-text': ({ html }) => [
    fill(2, (words(html, 'textarea').at(-1) ?? '').replace(/[.,]+$/, '')),
    submit,
    done,
  ],
  'scroll-text-2': ({ goal }) => [
    click('textbox', null, 1),
    { press: goal.includes('bottom') ? 'Control+End' : 'Control+Home' },
    submit,
    done,
  ],
  'text-transform': ({ html }) => [
    fill(1, textIn(groups(html, /id="captcha">(.*?)<\/div>/s)[0] ?? '')),
    submit,
    done,
  ],
  'odd-or-even': ({ html }) => {
    const rows = every(html, /class="display-number">(-?\d+)</g).map(([number]) => Number(number));
    return [
      ...rows.map((number, at) => click('button', number % 2 === 0 ? 'Even' : 'Odd', at + 1)),
      submit,
      done,
    ];
  },
  'use-spinner': ({ goal }) => {
    const wanted = Number(groups(goal, /Select (-?\d+)/)[0]);
    const press = { press: wanted < 0 ? 'ArrowDown' : 'ArrowUp' };
    return [
      click('spinbutton', null, 1),
      ...Array.from({ length: Math.abs(wanted) }, () => press),
      submit,
      done,
    ];
  },
  'use-autocomplete': complete,
  'use-autocomplete-nodelay': complete,
  'use-colorwheel': ({ goal }) => {
    const [name = ''] = groups(goal, /Select (\w+) with/);
    return [fill(1, (colours[name] ?? name).toUpperCase()), { press: 'Tab' }, submit, done];
  },
  'use-colorwheel-2': ({ goal }) => [
    fill(1, (groups(goal, /#([0-9a-f]{6})/)[0] ?? '').toUpperCase()),
    { press: 'Tab' },
    submit,
    done,
  ],
  'search-engine': ({ goal }) => {
    const result = Number(groups(goal, /the (\d+)\w* search result/)[0]);
    const page = Math.ceil(result / resultsOfPage);
    return [
      fill(1, quoted(goal)[0] ?? ''),
      click('button', 'Search'),
      ...(page > 1 ? [click('link', `${page}`)] : []),
      click('link', null, ((result - 1) % resultsOfPage) + 1),
      done,
    ];
  },
  'copy-paste': () => copied(1, 2),
  'copy-paste-2': ({ goal, html }) =>
    copied(Number(groups(goal, /the (\d)/)[0]), every(html, /<textarea/g).length + 1),
  'form-sequence-2': ({ goal }) => {
    const [radio, text = '', field] = groups(goal, /the (\d)\w+ radio.*"(\d+)".*the (\d)/);
    return [click('radio', null, Number(radio)), fill(Number(field), text), submit, done];
  },
};

const resultsOfPage = 3;
