/**
 * Turns each list of steps in a page into a player: one step at a time, a strip of thumbnails, arrow keys, Home and End, and
 * the step in the address (`?step=`). Without it, the list has the same texts and pictures. It runs in a browser and uses
 * nothing from outside itself, because `show --web` sends its source text to the page.
 */
export function playSteps(place: ParentNode): void {
  const player = place.querySelector<HTMLElement>('.player');
  const steps = [...(player?.querySelectorAll<HTMLElement>('.episode > li') ?? [])];
  if (!player || steps.length === 0) return;

  const make = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, of: Record<string, string>) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(of)) element.setAttribute(name, value);
    return element;
  };
  const numberOf = (step: HTMLElement) => Number(step.id.slice('step-'.length));
  const wordsOf = (step: HTMLElement) => step.querySelector('.act')?.textContent ?? '';
  const addressOf = (step: HTMLElement) => {
    const address = new URL(location.href);
    address.searchParams.set('step', String(numberOf(step)));
    address.hash = '';
    return address;
  };

  let current = 0;
  const button = (words: string, label: string) => {
    const made = make('button', { type: 'button', 'aria-label': label });
    made.textContent = words;
    return made;
  };
  const back = button('◀', 'Previous step');
  const on = button('▶', 'Next step');
  const all = button('All steps', 'Show all steps as a list');
  all.setAttribute('aria-pressed', 'false');
  const status = make('p', { role: 'status' });
  const bar = make('div', { class: 'playing controls', role: 'group', 'aria-label': 'Steps' });
  bar.append(back, on, status, all);

  const strip = make('ol', { class: 'thumbs', role: 'list', 'aria-label': 'Every step' });
  const thumbs = steps.map((step, index) => {
    const differs = step.classList.contains('differs');
    const thumb = make('a', {
      href: addressOf(step).href,
      'aria-label': `Step ${numberOf(step)}: ${wordsOf(step)}${differs ? ', differs from the run that passed' : ''}`,
    });
    const shot = step.querySelector<HTMLImageElement>('img.shot');
    const number = document.createElement('span');
    number.textContent = String(numberOf(step));
    if (shot)
      thumb.append(make('img', { src: shot.src, alt: '', loading: 'lazy', width: '80', height: '50' }));
    thumb.append(number);
    thumb.classList.toggle('differs', differs);
    thumb.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(index);
    });
    const item = document.createElement('li');
    item.append(thumb);
    strip.append(item);
    return thumb;
  });
  player.prepend(bar, strip);
  player.classList.add('one');

  /** The columns of the track. A step without a column belongs to the last one before it. */
  const columns = [...place.querySelectorAll<HTMLAnchorElement>('.track thead a')];
  const markTrack = (number: number) => {
    for (const cell of place.querySelectorAll('.track .now')) cell.classList.remove('now');
    const head = columns.findLast(({ hash }) => Number(hash.slice('#step-'.length)) <= number)?.closest('th');
    if (!head) return;
    for (const row of head.closest('table')?.rows ?? []) row.cells[head.cellIndex]?.classList.add('now');
  };

  const show = (index: number) => {
    current = index;
    const step = steps[index];
    if (!step) return;
    for (const each of steps) each.classList.toggle('current', each === step);
    for (const [at, thumb] of thumbs.entries()) {
      // The strip is a single stop of the Tab key.
      thumb.tabIndex = at === index ? 0 : -1;
      if (at === index) thumb.setAttribute('aria-current', 'step');
      else thumb.removeAttribute('aria-current');
    }
    // A disabled button would lose the focus.
    back.setAttribute('aria-disabled', String(index === 0));
    on.setAttribute('aria-disabled', String(index === steps.length - 1));
    status.textContent = `Step ${numberOf(step)} of ${numberOf(steps.at(-1) ?? step)}: ${wordsOf(step)}`;
    markTrack(numberOf(step));
    const thumb = thumbs[index];
    const { offsetLeft = 0, offsetWidth = 0 } = thumb?.parentElement ?? {};
    strip.scrollLeft = offsetLeft - strip.offsetLeft - (strip.clientWidth - offsetWidth) / 2;
  };

  const go = (wanted: number, { replaces = false } = {}) => {
    const index = Math.max(0, Math.min(steps.length - 1, wanted));
    const step = steps[index];
    if (!step || index === current) return;
    const { href } = addressOf(step);
    if (replaces) history.replaceState(null, '', href);
    else history.pushState(null, '', href);
    const isOnStrip = strip.contains(document.activeElement);
    show(index);
    if (isOnStrip) thumbs[index]?.focus({ preventScroll: true });
  };
  back.addEventListener('click', () => go(current - 1));
  on.addEventListener('click', () => go(current + 1));
  all.addEventListener('click', () => {
    const isOne = player.classList.toggle('one');
    all.setAttribute('aria-pressed', String(!isOne));
  });

  const moves: Record<string, () => number> = {
    ArrowLeft: () => current - 1,
    ArrowRight: () => current + 1,
    Home: () => 0,
    End: () => steps.length - 1,
  };
  addEventListener('keydown', (event) => {
    const { target, key, repeat } = event;
    const move = moves[key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isNowhere = target === document.body && key.startsWith('Arrow');
    const isInside = target instanceof Element && player.contains(target) && !target.closest('pre, input');
    if (!isNowhere && !isInside) return;
    event.preventDefault();
    // While a key is held down, the address keeps only the last step.
    go(move(), { replaces: repeat });
  });

  const indexOf = (number: number) => steps.findIndex((step) => numberOf(step) === number);
  const fromAddress = () => {
    const [, named] = /^#step-(\d+)$/.exec(location.hash) ?? [];
    const asked = named ?? new URLSearchParams(location.search).get('step');
    const index = asked === null ? 0 : indexOf(Number(asked));
    show(Math.max(0, index));
    if (named !== undefined) player.scrollIntoView();
  };
  addEventListener('popstate', fromAddress);
  addEventListener('hashchange', fromAddress);
  fromAddress();
}
