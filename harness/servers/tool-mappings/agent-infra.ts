import { ownOf } from '../../platform/words/known-names.ts';
import { type PageElement, withSingleSpaces } from '../../task/walkthroughs/page-element.ts';
import { byScript, byTool, cannot, type MappedCall, type ToolMapping } from './tool-mapping.ts';

const evaluate = (script: string): MappedCall => ({ tool: 'browser_evaluate', args: { script } });
const noDialog = () => cannot('no tool answers a dialog', { lacks: /dialog|alert|prompt/i });

/** Its tools take the numbers from its list of elements. */
export const agentInfra: ToolMapping = {
  id: 'agent-infra',
  firstPage: null,
  opened: null,
  readsBy: 'tool',
  read: () => ({ tool: 'browser_get_clickable_elements', args: {} }),
  readWhole: null,
  elements: elementsOf,
  tabs: {
    list: { tool: 'browser_tab_list', args: {} },
    parse: (answer) =>
      [...answer.matchAll(/^\[(\d+)\] .*?(https?:\S+)/gm)].map(([, page, url = '']) => ({
        page: Number(page),
        find: null,
        url: url.replace(/[)\]]$/, ''),
      })),
  },
  verbs: {
    open: byTool(({ url }) => ({ tool: 'browser_navigate', args: { url } })),
    click: byTool(({ on }) => ({ tool: 'browser_click', args: { index: on.ref } })),
    doubleClick: cannot('its click is one click', { lacks: /double|dblclick|clickCount/i }),
    rightClick: cannot('its click takes no other button', { lacks: /button|right_?click/i }),
    hover: byTool(({ on }) => ({ tool: 'browser_hover', args: { index: on.ref } })),
    fill: byTool(({ on, text }) => ({
      tool: 'browser_form_input_fill',
      args: { index: on.ref, value: text, clear: true },
    })),
    type: byTool(({ on, text }) => ({
      tool: 'browser_form_input_fill',
      args: { index: on.ref, value: text },
    })),
    // It has a fixed list of keys, without letters and modifiers.
    press: byTool(({ key }) => ({ tool: 'browser_press_key', args: { key } })),
    select: byTool(({ on, option }) => ({ tool: 'browser_select', args: { index: on.ref, value: option } })),
    check: byTool(({ on }) => ({ tool: 'browser_click', args: { index: on.ref } })),
    upload: cannot('no tool chooses a file', { lacks: /upload|file/i }),
    drag: cannot('no tool drags', { lacks: /drag/i }),
    hold: cannot('its click takes no key', { lacks: /modifier/i }),
    pressHold: cannot('no tool keeps the button of the mouse down', { lacks: /mouse|(?<![a-z])hold/i }),
    clickAt: cannot('no tool clicks at a point', { lacks: /^x$|coordinate|mouse/i }),
    // Its scroll tool takes pixels.
    scroll: byScript(({ on }) =>
      evaluate(
        `() => { [...document.querySelectorAll('*')].find((each) => each.children.length === 0 && each.textContent.trim() === ${JSON.stringify(on.name)})?.scrollIntoView(); }`,
      ),
    ),
    print: cannot('no tool emulates print', { lacks: /media|emulate/i }),
    script: byScript(({ code }) => evaluate(code)),
    readText: byTool(() => ({ tool: 'browser_get_text', args: {} })),
    accept: noDialog(),
    dismiss: noDialog(),
    tab: byTool(({ to }) => ({ tool: 'browser_switch_tab', args: { index: to } })),
    closeTab: byTool(() => ({ tool: 'browser_close_tab', args: {} })),
    frame: cannot('no tool goes into a frame', { lacks: /frame/i }),
    byName: cannot('its click takes the number of an element that it listed', {
      lacks: /by_?name|by_?role|locator|aria/i,
    }),
    inFrame: cannot('no tool acts in a frame', { lacks: /frame/i }),
    wait: { by: 'reading' },
    screenshot: cannot('its screenshots have a name and no path', { fails: 'browser_screenshot' }),
  },
};

const rolesOfTags: Readonly<Record<string, string>> = {
  a: 'link',
  button: 'button',
  input: 'textbox',
  select: 'combobox',
  textarea: 'textbox',
};

const rolesOfInputs: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  file: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  search: 'searchbox',
  submit: 'button',
};

/**
 * `[4] [number] <input>[input]</input>`, `[10] [role=option] <li>Moss</li>`; plain text is `[]Total`. The name of a
 * field is the label before it, else its placeholder, else the text right before it.
 */
function elementsOf(answer: string): PageElement[] {
  const found: PageElement[] = [];
  let label = '';
  let before = '';
  const line = /^\[(\d*)\](?: \[([^\]]*)\])? ?(?:<([a-z][\w-]*)>([\s\S]*?)<\/\3>|(.*))$/gm;
  for (const [, index = '', hint = '', tag, inner = '', words = ''] of answer.matchAll(line)) {
    const text = withSingleSpaces(tag === undefined ? words : inner);
    if (tag === 'label') label = text;
    const ariaLabel = / ?aria-label="([^"]*)"/.exec(hint)?.[1];
    const isField = tag === 'input' || tag === 'select' || tag === 'textarea';
    const placeholder = /^\[placeholder: (.*)\]$/.exec(text)?.[1];
    found.push({
      role: roleOf(tag, hint),
      name: ariaLabel ?? (isField ? label || placeholder || before || text : text),
      value: '',
      depth: 0,
      ref: index === '' ? null : Number(index),
      find: null,
    });
    if (isField) label = '';
    before = tag === undefined ? text : '';
  }
  return found;
}

function roleOf(tag: string | undefined, hint: string): string {
  const own = /\brole=([a-z]+)/.exec(hint)?.[1];
  if (own) return own;
  const [first = ''] = hint.split(/[\s,]/);
  if (tag === undefined) return 'text';
  if (tag === 'input') return ownOf(rolesOfInputs, first) ?? 'textbox';
  return ownOf(rolesOfTags, tag) ?? (/^[a-z]+$/.test(first) ? first : 'text');
}
