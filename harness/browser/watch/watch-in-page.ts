/**
 * Runs in an isolated world of each document, before the document's scripts; it cannot use names from outside. Reports
 * the element of each trusted input, and values of password fields with the prefix `p`.
 *
 * A page can create events, click by script (with a trusted `change`) and use `execCommand` (with a trusted `input`),
 * but it cannot create the trusted events used here. It can also give an element a name that hides a property of a form
 * or the document, so those properties are read by their prototypes.
 */
export function watchInPage(): void {
  // The binding from `inputCommands`.
  const world = globalThis as unknown as {
    contractBenchInput(report: string): void;
    contractBenchHeard?: WeakSet<Document>;
  };
  const { contractBenchInput: report } = world;
  world.contractBenchHeard ??= new WeakSet();
  if (world.contractBenchHeard.has(document)) return;
  world.contractBenchHeard.add(document);
  const longest = { role: 30, name: 120, frame: 300 };
  /** The longest text that names an element whose role is not named by content. */
  const shortText = 60;

  const roleOfTag: Record<string, string> = {
    area: 'link',
    button: 'button',
    summary: 'button',
    textarea: 'textbox',
    option: 'option',
    img: 'img',
    svg: 'img',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    li: 'listitem',
    ul: 'list',
    ol: 'list',
    p: 'paragraph',
    table: 'table',
    tr: 'row',
    td: 'cell',
    th: 'columnheader',
    form: 'form',
    nav: 'navigation',
    main: 'main',
    dialog: 'dialog',
    fieldset: 'group',
    canvas: 'canvas',
    video: 'video',
    audio: 'audio',
  };
  const roleOfInput: Record<string, string> = {
    button: 'button',
    submit: 'button',
    reset: 'button',
    image: 'button',
    file: 'button',
    checkbox: 'checkbox',
    radio: 'radio',
    range: 'slider',
    number: 'spinbutton',
    search: 'searchbox',
  };
  /** Roles for actions; the innermost element with such a role counts. */
  const acted = /^(link|button|checkbox|radio|switch|textbox|searchbox|combobox|listbox|option|slider)$/;
  const actedToo = /^(spinbutton|tab|treeitem|gridcell|menuitem\w*)$/;
  const namedByContent = /^(link|button|option|tab|treeitem|gridcell|menuitem\w*|heading|cell|columnheader)$/;
  const inline = /^(a|abbr|b|bdi|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|time|u|wbr)$/;

  const localName = Object.getOwnPropertyDescriptor(Element.prototype, 'localName');
  const tagOf = (element: Element): string => localName?.get?.call(element);
  const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name);
  const clean = (text: string, most: number) => text.replace(/\s+/g, ' ').trim().slice(0, most).trim();

  const roleOf = (element: Element): string => {
    const given = /^\s*([a-z]+)/i.exec(attribute(element, 'role') ?? '')?.[1];
    if (given) return given.toLowerCase().slice(0, longest.role);
    if (element instanceof HTMLInputElement)
      return roleOfInput[element.type] ?? (element.list ? 'combobox' : 'textbox');
    if (element instanceof HTMLSelectElement)
      return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
    const edited = attribute(element, 'contenteditable');
    if (edited !== null && edited !== 'false') return 'textbox';
    const tag = tagOf(element);
    if (tag === 'a') return attribute(element, 'href') === null ? 'generic' : 'link';
    return roleOfTag[tag] ?? 'generic';
  };

  /** The text of an element, with the alternative texts of images, cut at a limit. */
  const textOf = (root: Element): string => {
    const walker = Document.prototype.createTreeWalker.call(
      document,
      root,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
      (node) => {
        if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
        const isHidden = attribute(node, 'aria-hidden') === 'true' || attribute(node, 'hidden') !== null;
        return isHidden || /^(script|style|template|select|textarea)$/.test(tagOf(node))
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_ACCEPT;
      },
    );
    let text = '';
    let node = walker.nextNode();
    for (let count = 0; node && count < 300 && text.length < 3 * longest.name; count += 1) {
      if (node instanceof Text) text += node.data.slice(0, 1000);
      else if (node instanceof Element)
        text += attribute(node, 'alt') ?? (inline.test(tagOf(node)) ? '' : ' ');
      node = walker.nextNode();
    }
    return clean(text, longest.name);
  };

  const nameOf = (element: Element, role: string): string => {
    const ids = (attribute(element, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean).slice(0, 5);
    const labels = 'labels' in element && !(element instanceof HTMLFormElement) ? element.labels : null;
    const tries = [
      () =>
        ids
          .map((id) => Document.prototype.getElementById.call(document, id))
          .map((by) => (by ? textOf(by) : ''))
          .join(' '),
      () => attribute(element, 'aria-label'),
      () =>
        labels instanceof NodeList
          ? [...labels]
              .slice(0, 3)
              .map((by) => textOf(by as Element))
              .join(' ')
          : '',
      () => attribute(element, 'alt'),
      () => (element instanceof HTMLInputElement && role === 'button' ? element.value || element.type : ''),
      () => {
        if (element instanceof HTMLInputElement || role === 'textbox') return '';
        const text = element instanceof HTMLSelectElement ? '' : textOf(element);
        return namedByContent.test(role) || text.length <= shortText ? text : '';
      },
      () => attribute(element, 'title'),
      () => attribute(element, 'placeholder'),
    ];
    for (const find of tries) {
      const name = clean(find() ?? '', longest.name);
      if (name) return name;
    }
    return '';
  };

  const reportOf = (event: Event): string | null => {
    const path = event.composedPath().filter((node) => node instanceof Element);
    const [hit] = path;
    if (!hit || /^(html|body)$/.test(tagOf(hit))) return null;
    const labelled = path.find((node) => node instanceof HTMLLabelElement)?.control;
    const isActed = (node: Element) => acted.test(roleOf(node)) || actedToo.test(roleOf(node));
    const element = path.find(isActed) ?? labelled ?? hit;
    const role = roleOf(element);
    // If a label stands for its control, the label was hit.
    const place = Element.prototype.getBoundingClientRect.call(element === labelled ? hit : element);
    const [x, y, width, height] = [place.x, place.y, place.width, place.height].map((side) =>
      Math.max(-1e6, Math.min(1e6, Math.round(side))),
    );
    const frame = window === window.top ? null : location.href.slice(0, longest.frame);
    const isOfPage = frame === null && path.every(movesWithPage);
    const scroll = isOfPage ? { x: Math.round(scrollX), y: Math.round(scrollY) } : null;
    return JSON.stringify({ role, name: nameOf(element, role), frame, box: { x, y, width, height }, scroll });
  };

  /** Whether it scrolls with the page, and only with the page. */
  const movesWithPage = (element: Element) => {
    const [left, top] = ['scrollLeft', 'scrollTop'].map((side) =>
      Object.getOwnPropertyDescriptor(Element.prototype, side)?.get?.call(element),
    );
    const isRoot = /^(html|body)$/.test(tagOf(element));
    return (
      (isRoot || (left === 0 && top === 0)) && !/^(fixed|sticky)$/.test(getComputedStyle(element).position)
    );
  };

  const passwordOf = (field: unknown) => {
    if (field instanceof HTMLInputElement && field.type === 'password' && field.value)
      report(`p${field.value}`);
  };
  const hearValue = (event: Event) => {
    const [field] = event.composedPath();
    passwordOf(field);
    // Only DevTools makes a trusted event when it sets the files of a field.
    if (event.type === 'change' && field instanceof HTMLInputElement && field.type === 'file') hear(event);
  };
  let pressed: string | null = null;
  let keyed: EventTarget | undefined;
  const hear = (event: Event) => {
    if (!event.isTrusted) return;
    const [target] = event.composedPath();
    // The letter of a pressed key was already reported with the key.
    const isOfKey = event.type === 'beforeinput' && target === keyed;
    if (event.type !== 'beforeinput') keyed = event.type === 'keydown' ? target : undefined;
    if (isOfKey || event.type === 'keyup') return;
    try {
      // A pointer acts on the element of its press, which may be gone at its release.
      const found = event.type === 'pointerup' ? pressed : reportOf(event);
      pressed = event.type === 'pointerdown' ? found : null;
      if (found) report(found);
    } catch {
      // An odd element must not block the agent's input.
    }
  };
  const hearSubmit = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement)) return;
    const fields = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements')?.get?.call(target);
    for (const field of fields) passwordOf(field);
  };
  const listen = () => {
    for (const type of ['pointerdown', 'pointerup', 'keydown', 'keyup', 'beforeinput'])
      addEventListener(type, hear, true);
    for (const type of ['input', 'change']) addEventListener(type, hearValue, true);
    // A script may have set the value without any event.
    addEventListener('submit', hearSubmit, true);
  };
  listen();
  // `document.open` removes all listeners.
  new MutationObserver(listen).observe(document, { childList: true });
}
