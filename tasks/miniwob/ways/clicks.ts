import { click, clickText, done, every, groups, quoted, submit, textIn, type Way } from './way.ts';

const clickQuoted: Way = ({ goal }) => [click('button', quoted(goal)[0] ?? '', 1), done];
const clickOne: Way = () => [click('button', 'ONE'), done];

/** The parts of a page with a heading each: the heading that comes before a link with the text. */
function headingBefore(html: string, heading: RegExp, text: string): string {
  const at = html.indexOf(`>${text}</span>`);
  if (at < 0) throw new Error(`the page has no ${text}`);
  return every(html.slice(0, at), heading).at(-1)?.[0] ?? '';
}

const section = /<h3[^>]*role="tab"[^>]*>(?:<span[^>]*><\/span>)?([^<]*)<\/h3>/g;

const openSection: Way = ({ html }) => [
  click('tab', textIn(groups(html, new RegExp(section.source))[0] ?? ''), 1),
  submit,
  done,
];

const linkInSection: Way = ({ goal, html }) => {
  const [text = ''] = quoted(goal);
  return [click('tab', headingBefore(html, section, text).trim()), clickText(text), done];
};

/** The tab whose panel has the link. */
const linkInTab: Way = ({ goal, html }) => {
  const [text = ''] = quoted(goal);
  const panel = headingBefore(html, /<div id="(tabs-\d+)"/g, text);
  const [name = ''] = groups(html, new RegExp(`<a href="#${panel}"[^>]*>([^<]*)</a>`));
  return [clickText(name), clickText(text), done];
};

/** Names between "Select" and "and click Submit"; none for "nothing". */
function namesIn(goal: string): string[] {
  const [names = ''] = groups(goal, /^Select (.*?)(?: from the scroll list)? and click Submit/);
  return names === 'nothing' ? [] : names.split(', ');
}

const checkNamed: Way = ({ goal }) => [
  ...namesIn(goal).map((name) => ({ check: { role: 'checkbox', name } })),
  submit,
  done,
];

/** Hovers over each item of a menu that opens the next one, and clicks the last. */
function throughMenus(path: readonly string[]) {
  return [
    ...path.slice(0, -1).map((name) => ({ hover: { role: 'menuitem', name } })),
    click('menuitem', path.at(-1) ?? ''),
    done,
  ];
}

/** The names of the menus around an item, the outermost first, and the name of the item. */
function menusTo(html: string, isItem: (content: string) => boolean): string[] {
  const open: string[] = [];
  let last = '';
  for (const [whole, content = ''] of html.matchAll(
    /<div[^>]*role="menuitem"[^>]*>(.*?)<\/div>|<ul|<\/ul>/gs,
  )) {
    if (whole.startsWith('<ul')) open.push(last);
    else if (whole === '</ul>') open.pop();
    else {
      last = textIn(content);
      if (isItem(content)) return [...open.filter((name) => name !== ''), last];
    }
  }
  throw new Error('no menu has the item');
}

const widgetRoles: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  text: 'textbox',
  textarea: 'textbox',
};

export const clicks: Readonly<Record<string, Way>> = {
  'click-test': () => [click('button', null, 1), done],
  'click-test-2': clickOne,
  'click-test-transfer': clickOne,
  'click-button': clickQuoted,
  'click-button-sequence': () => [click('button', 'ONE'), click('button', 'TWO'), done],
  'unicode-test': clickQuoted,
  'click-dialog': () => [click('button', 'Close'), done],
  'click-dialog-2': ({ goal }) => {
    const [name = ''] = quoted(goal);
    return [click('button', name === 'x' ? 'Close' : name), done];
  },
  'click-link': ({ goal }) => [clickText(quoted(goal)[0] ?? ''), done],
  'click-tab': ({ goal }) => [clickText(groups(goal, /on (Tab #\d+)/)[0] ?? ''), done],
  'click-tab-2': linkInTab,
  'click-tab-2-easy': linkInTab,
  'click-tab-2-medium': linkInTab,
  'click-tab-2-hard': linkInTab,
  'click-collapsible': openSection,
  'click-collapsible-nodelay': openSection,
  'click-collapsible-2': linkInSection,
  'click-collapsible-2-nodelay': linkInSection,
  'click-checkboxes': checkNamed,
  'click-checkboxes-large': checkNamed,
  'click-checkboxes-transfer': checkNamed,
  'click-option': ({ goal }) => [click('radio', namesIn(goal)[0] ?? ''), submit, done],
  'click-scroll-list': ({ goal }) => {
    const names = namesIn(goal);
    const list = (name: string) => ({ role: 'option', name });
    return [
      click('option', names[0] ?? ''),
      ...names.slice(1).map((name) => ({ hold: { ...list(name), key: 'Control' } })),
      submit,
      done,
    ];
  },
  'choose-list': ({ goal }) => [
    { select: { role: 'combobox', nth: 1, option: groups(goal, /^Select (.*) from the list/)[0] ?? '' } },
    submit,
    done,
  ],
  'form-sequence-3': ({ goal }) => {
    const [option = '', name = ''] = groups(goal, /^Choose (.*) from the dropdown.*"(.*)"/);
    return [{ select: { role: 'combobox', nth: 1, option } }, click('button', name), done];
  },
  'focus-text': () => [click('textbox', null, 1), done],
  'focus-text-2': ({ goal }) => [click('textbox', null, Number(groups(goal, /(\d)/)[0])), done],
  'click-widget': ({ goal, html }) => {
    const [type = ''] = quoted(goal);
    const types = every(html, /data-type="(\w+)"/g).map(([each = '']) => each);
    const role = widgetRoles[type] ?? type;
    const ofRole = types.filter((each) => widgetRoles[each] === role);
    return [click(role, null, ofRole.indexOf(type) + 1), done];
  },
  'click-menu': ({ goal }) => throughMenus(groups(goal, /^Select (.*)$/)[0]?.split('>') ?? []),
  'click-menu-2': ({ goal, html }) => {
    const [wanted = ''] = quoted(goal).slice(-1);
    const isIcon = goal.includes(' icon.');
    const path = menusTo(html, (content) =>
      isIcon ? content.includes(`ui-icon-${wanted}"`) : textIn(content) === wanted,
    );
    return [click('button', 'Menu'), ...throughMenus(path)];
  },
  'navigate-tree': ({ goal, html }) => {
    const [wanted = ''] = quoted(goal);
    const open: string[] = [];
    let last = '';
    for (const [whole, , name = ''] of html.matchAll(
      /<span class="(file|folder)">([^<]*)<\/span>|<ul|<\/ul>/g,
    )) {
      if (whole.startsWith('<ul')) open.push(last);
      else if (whole === '</ul>') open.pop();
      else {
        last = name;
        if (name === wanted)
          return [...open.filter((each) => each !== '').map(clickText), clickText(name), done];
      }
    }
    throw new Error(`the tree has no ${wanted}`);
  },
  'identify-shape': ({ html }) => {
    const [shape = '', text = ''] = groups(html, /<svg[^>]*><(\w+)[^>]*>([^<]*)/);
    const names: Readonly<Record<string, string>> = {
      rect: 'Rectangle',
      circle: 'Circle',
      polygon: 'Triangle',
    };
    return [click('button', names[shape] ?? (/\d/.test(text) ? 'Number' : 'Letter')), done];
  },
  'buy-ticket': ({ goal, html }) => {
    const flights = every(html, /data-duration="(\d+)".*?data-price="(\d+)"[^>]*>([^<]*)</gs).map(
      ([duration, price, name = '']) => ({ duration: Number(duration), price: Number(price), name }),
    );
    const [most, what] = groups(goal, /the (cheapest|most expensive|shortest|longest) (cost|duration)?/);
    const of =
      what === 'duration' || (/est$/.test(most ?? '') && /short|long/.test(most ?? ''))
        ? 'duration'
        : 'price';
    const sign = /cheap|short/.test(most ?? '') ? 1 : -1;
    const [best] = flights.sort((a, b) => sign * (a[of] - b[of]));
    return [click('button', best?.name ?? ''), done];
  },
};
