import type { Random } from '../web/host-handler.ts';
import { townPages } from './town-pages.ts';

export type NegativeControl = { index: number; name: string; at: string };

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

/** What would wait for a person is answered, and leaves a trace. */
const answerQuestions = `
  window.confirm = () => true;
  window.print = () => document.body.setAttribute('data-printed', 'yes');`;

const listed = `[...document.querySelectorAll('a[href], button')].filter((each) => each.checkVisibility() && !each.disabled)`;

/** The shop in a browser, with what stands on its pages to be used. */
export async function openSite() {
  const pages = await townPages('shop.town.test', 'mail.town.test');
  const { web, run, open, send, comesTo } = pages;
  await send('Page.addScriptToEvaluateOnNewDocument', { source: answerQuestions });
  return {
    ...pages,
    accesses: web.hermetic?.accesses ?? [],
    /** As a person who comes for the first time. */
    comeAnew: async (page: string) => {
      await send('Network.clearBrowserCookies', undefined);
      await open(page);
    },
    controls: () =>
      run<NegativeControl[]>(`${listed}.map((each, index) => ({
        index,
        name: [each.tagName, each.form?.getAttribute('action') ?? each.pathname, each.getAttribute('aria-label') ?? each.textContent.trim()].join(' '),
        at: location.pathname + location.search,
      }))`),
    /** Fills the form that a button belongs to, presses it, and waits; false where nothing came of it. */
    use: async ({ index }: NegativeControl, random: Random): Promise<boolean> => {
      await run(fillAndPress(index, random.int(0, 1_000_000)));
      return comesTo('globalThis.pressed === undefined || seen() !== pressed').then(
        () => true,
        () => false,
      );
    },
    arrived: async () => {
      await comesTo('document.readyState === "complete"');
      const address = await run<string>('location.href');
      return { address, status: web.hermetic?.statusOf(address) ?? 0 };
    },
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
