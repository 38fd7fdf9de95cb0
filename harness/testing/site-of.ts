import { createHost, createPeople } from '../../tasks/web/shop.town.test/_host.ts';
import type { CdpMethod, CdpParams } from '../browser/cdp.ts';
import { thisProject } from '../cli/this-project.ts';
import { createWorld } from '../web/create-world.ts';
import type { Random } from '../web/host-handler.ts';
import { readStandIns } from '../web/stand-ins.ts';
import { browserOf, until } from './browser-of.ts';

export type Control = { index: number; name: string; at: string };

/** What a person might type into a field of that name; the rest is left as it is. */
const typed: Readonly<Record<string, string>> = {
  q: 'lamp',
  card: '4242 4242 4242 4242',
  holder: 'Vera Strand',
  expires: '08/33',
  cvc: '123',
  label: 'Shed',
  street: '12 Mill Lane',
  postcode: '12345',
  city: 'Greyhithe',
  title: 'As good as it looks',
  text: 'Ten letters and some more.',
  fresh: 'a-longer-password',
  again: 'a-longer-password',
};

/** Errors are kept over pages; what would wait for a person is answered, and leaves a trace. */
const noteErrors = `
  const note = (words) => sessionStorage.setItem('errors', JSON.stringify([...JSON.parse(sessionStorage.getItem('errors') ?? '[]'), words]));
  for (const name of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    addEventListener(name, (event) => note(String(event.message ?? event.reason ?? event.violatedDirective ?? event.target?.outerHTML)), true);
  console.error = (...words) => note(words.join(' '));
  window.confirm = () => true;
  window.print = () => document.body.setAttribute('data-printed', 'yes');`;

const listed = `[...document.querySelectorAll('a[href], button')].filter((each) => each.checkVisibility() && !each.disabled)`;

/** The shop in a browser, with what stands on its pages to be used. Its mail keeps nothing. */
export async function openSite(seed = 1) {
  const files = await readStandIns(thisProject.webRoots);
  const shop = { host: 'shop.town.test', createHost, createPeople };
  const mail = {
    host: 'mail.town.test',
    createHost: () => ({ fetch: () => undefined, tables: () => ({}), receive: () => {} }),
  };
  const { handlers } = createWorld({ seed, hosts: [shop, mail] });
  const assets = files.open(seed).hosts.get(shop.host);
  const own = handlers.get(shop);
  const browser = await browserOf({
    ...files,
    open: () => ({
      hosts: new Map([[shop.host, async (request: Request) => (await own?.(request)) ?? assets?.(request)]]),
    }),
  });
  const { watch, run, open, judged, web } = browser;
  const send = <M extends CdpMethod>(method: M, params: CdpParams<M>) =>
    watch.cdp.send(method, params, judged().sessionId);
  await send('Page.addScriptToEvaluateOnNewDocument', { source: noteErrors });
  /** A page that is on its way has nothing to say yet. */
  const says = (condition: string) => until(() => run<boolean>(condition).catch(() => false));
  return {
    run,
    open,
    send,
    accesses: web.hermetic?.accesses ?? [],
    /** As a person who comes for the first time. */
    comeAnew: async (url: string) => {
      await send('Network.clearBrowserCookies', undefined);
      await open(url);
    },
    controls: () =>
      run<Control[]>(`${listed}.map((each, index) => ({
        index,
        name: [each.tagName, each.form?.getAttribute('action') ?? each.pathname, each.getAttribute('aria-label') ?? each.textContent.trim()].join(' '),
        at: location.pathname + location.search,
      }))`),
    /** Fills the form that a button belongs to, presses it, and waits; false where nothing came of it. */
    use: async ({ index }: Control, random: Random): Promise<boolean> => {
      await run(fillAndPress(index, random.int(0, 1_000_000)));
      return says('globalThis.pressed === undefined || seen() !== pressed').then(
        () => true,
        () => false,
      );
    },
    arrived: async () => {
      await says('document.readyState === "complete"');
      const address = await run<string>('location.href');
      return { address, status: web.hermetic?.statusOf(address) ?? 0 };
    },
    errors: () => run<string[]>(`JSON.parse(sessionStorage.getItem('errors') ?? '[]')`),
  };
}

function fillAndPress(index: number, draw: number): string {
  return `(() => {
    const control = ${listed}[${index}];
    const typed = ${JSON.stringify(typed)};
    let draw = ${draw};
    const next = (count) => (draw = (draw * 16807 + 1) % 2147483647) % count;
    for (const field of control.form?.elements ?? []) {
      if (field.type === 'radio') {
        const group = [...control.form.elements].filter(({ name }) => name === field.name);
        if (field === group[0]) group[next(group.length)].checked = true;
      } else if (field.type === 'checkbox') field.checked = field.name === 'terms' || next(2) === 0;
      else if (field.tagName === 'SELECT') field.selectedIndex = next(field.options.length);
      else if (!field.value && field.name in typed) field.value = typed[field.name];
    }
    document.querySelector('[data-said]')?.replaceChildren();
    document.activeElement.blur();
    globalThis.seen = () => location.href + document.activeElement.id + document.documentElement.outerHTML;
    globalThis.pressed = seen();
    control.click();
  })()`;
}
