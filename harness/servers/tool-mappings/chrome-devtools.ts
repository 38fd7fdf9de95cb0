import { escaped, type PageElement, withSingleSpaces } from '../../task/walkthroughs/page-element.ts';
import { byScript, byTool, cannot, type ToolMapping } from './tool-mapping.ts';

export const chromeDevtools: ToolMapping = {
  id: 'chrome-devtools',
  firstPage: 1,
  opened: null,
  readsBy: 'tool',
  read: (pageId) => ({ tool: 'take_snapshot', args: { pageId } }),
  // The short snapshot leaves out the options of a list box, for example.
  readWhole: (pageId) => ({ tool: 'take_snapshot', args: { pageId, verbose: true } }),
  elements: (answer) =>
    [...answer.matchAll(line)].map(elementOf).filter(({ role }) => role !== 'inlinetextbox'),
  tabs: {
    list: { tool: 'list_pages', args: {} },
    parse: (answer) =>
      [...answer.matchAll(/^(\d+): .*\((\S+)\)(?: \[selected\])?$/gm)].map(([, id, url = '']) => ({
        page: Number(id),
        find: null,
        url,
      })),
  },
  follows: {
    // The page is an argument since 1.8.0.
    dropped: ['pageId', 'type', 'verbose'],
  },
  variants: {
    vision: {
      clickAt: byTool(({ page, x, y }) => ({ tool: 'click_at', args: { pageId: page, x, y } })),
    },
  },
  verbs: {
    open: byTool(({ page, url }) => ({ tool: 'navigate_page', args: { pageId: page, type: 'url', url } })),
    click: byTool(({ page, on }) => ({ tool: 'click', args: { pageId: page, uid: on.ref } })),
    doubleClick: byTool(({ page, on }) => ({
      tool: 'click',
      args: { pageId: page, uid: on.ref, dblClick: true },
    })),
    rightClick: cannot('its click takes no other button', { lacks: /button|right/i }),
    hover: byTool(({ page, on }) => ({ tool: 'hover', args: { pageId: page, uid: on.ref } })),
    fill: byTool(({ page, on, text }) => ({
      tool: 'fill',
      args: { pageId: page, uid: on.ref, value: text },
    })),
    type: byTool(({ page, on, text }) => [
      { tool: 'click', args: { pageId: page, uid: on.ref } },
      { tool: 'type_text', args: { pageId: page, text } },
    ]),
    press: byTool(({ page, key }) => ({ tool: 'press_key', args: { pageId: page, key } })),
    select: byTool(({ page, on, option }) => ({
      tool: 'fill',
      args: { pageId: page, uid: on.ref, value: option },
    })),
    check: byTool(({ page, on, to }) => ({
      tool: 'fill',
      args: { pageId: page, uid: on.ref, value: String(to) },
    })),
    upload: byTool(({ page, on, file }) => ({
      tool: 'upload_file',
      args: { pageId: page, uid: on.ref, filePaths: [file] },
    })),
    drag: byTool(({ page, from, to }) => ({
      tool: 'drag',
      args: { pageId: page, from_uid: from.ref, to_uid: to.ref },
    })),
    hold: cannot('its click takes no key', { lacks: /modifier/i }),
    pressHold: cannot('no tool keeps the button of the mouse down', { lacks: /mouse|(?<![a-z])hold/i }),
    clickAt: cannot('no tool clicks at a point', { lacks: /^x$|coordinate|click_at/i }),
    scroll: byScript(({ page, on }) => ({
      tool: 'evaluate_script',
      args: { pageId: page, function: '(element) => element.scrollIntoView()', args: [on.ref] },
    })),
    print: cannot('its emulation has no print', { lacks: /print|media_?type/i }),
    script: byScript(({ page, code }) => ({
      tool: 'evaluate_script',
      args: { pageId: page, function: code },
    })),
    readText: cannot('no tool gives the text as it stands on the page', {
      lacks: /get_text|visible_text|inner_?text|page_text/i,
    }),
    accept: cannot('its tool reports an accepted dialog, but the page gets a dismissed one', {
      fails: 'handle_dialog',
    }),
    dismiss: byTool(({ page }) => ({ tool: 'handle_dialog', args: { pageId: page, action: 'dismiss' } })),
    tab: byTool(({ to }) => ({ tool: 'select_page', args: { pageId: to, bringToFront: true } })),
    closeTab: byTool(({ page }) => ({ tool: 'close_page', args: { pageId: page } })),
    // Its snapshot and its actions include frames.
    frame: byTool(() => []),
    byName: cannot('it acts on what its snapshot names', { lacks: /selector|locator|by_?name|by_?role/i }),
    inFrame: cannot('what stands in a frame it names by its snapshot', { lacks: /frame/i }),
    wait: byTool(({ page, text }) => ({ tool: 'wait_for', args: { pageId: page, text: [text] } })),
    screenshot: byTool(({ page, file }) => ({
      tool: 'take_screenshot',
      args: { pageId: page, filePath: file },
    })),
  },
};

/** `uid=1_4 textbox "Name " value="Ada"`: plain text has no role, and names are quoted without escapes. */
const line =
  /^( *)uid=(\d+_\d+)(?: ([A-Za-z]+)(?= |$))?(?: "([\s\S]*?)"(?=$| [a-z-]+(?:=|[ \n]|$)))?((?: [a-z-]+(?:="[^"]*")?)*)$/gim;

function elementOf([, indent = '', uid = '', role, name, attributes = '']: RegExpExecArray): PageElement {
  const key = `${role === undefined ? '' : ` ${role}`}${name === undefined ? '(?!\\w| ")' : ` "${escaped(name)}"`}`;
  return {
    role: role?.toLowerCase() ?? 'text',
    name: withSingleSpaces(name ?? ''),
    value: withSingleSpaces(/ value="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    depth: indent.length / 2,
    ref: uid,
    find: { before: 'uid=', ref: '\\d+_\\d+', after: key },
  };
}
