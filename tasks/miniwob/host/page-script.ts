/** The names that a page of MiniWoB++ defines. */
type Core = {
  EPISODE_MAX_TIME: number;
  EP_TIMER: unknown;
  cover_div: Element | null;
  startEpisodeReal(): void;
  endEpisode(raw: number, isTimed?: boolean, reason?: string): void;
  getUtterance(): string | { utterance: string };
};

type Given = {
  /** A number, because the generator of the pages draws other values for a text. */
  seed: number;
  /** The clock of the page begins at this time, in milliseconds since 1970. */
  now: number;
  /** The time limit of an episode of the page in milliseconds, so that the page never ends one by itself. */
  limitMs: number;
  /** The addresses that receive the start and the end of the episode. */
  starts: string;
  ends: string;
  /** Comes with each report, so that no other script of the page can make one. */
  key: string;
};

/**
 * Runs in the page, after the scripts of the page; its source is sent there, so it cannot use names from outside. Once the
 * page is loaded, it starts one episode with the seed, sends the goal to the host and takes the goal out of the page, with
 * the source of the scripts. It also takes away the cover that starts further episodes, and sends the first end of the episode to the host, with the
 * trusted event that was being dispatched.
 */
export function playPage({ seed, now, limitMs, starts, ends, key }: Given): void {
  document.currentScript?.remove();
  const { core } = window as unknown as { core: Core };
  const send = (address: string, row: object) => {
    // Synchronous, so that the host has the end before the browser answers the action that caused it.
    const request = new XMLHttpRequest();
    request.open('POST', address, false);
    request.setRequestHeader('content-type', 'application/json');
    request.send(JSON.stringify({ ...row, key }));
  };

  const Clock = Date;
  const zero = performance.now();
  const time = () => now + Math.round(performance.now() - zero);
  window.Date = new Proxy(Clock, {
    construct: (_, given) => Reflect.construct(Clock, given.length === 0 ? [time()] : given),
    apply: () => String(new Clock(time())),
    get: (_, name) => (name === 'now' ? time : Reflect.get(Clock, name)),
  });

  let event: Event | null = null;
  for (const type of ['click', 'mouseup', 'keydown', 'focus'])
    addEventListener(
      type,
      (each) => {
        if (each.isTrusted) event = each;
      },
      true,
    );
  /** The phase of an event is 0 once its dispatch has ended. */
  const underWay = () => (event !== null && event.eventPhase !== 0 ? event.type : null);

  let isEnded = false;
  const { endEpisode } = core;
  core.endEpisode = (raw, isTimed, reason) => {
    const isLive = core.EP_TIMER !== null && !isEnded;
    const type = underWay();
    try {
      endEpisode(raw, isTimed, reason);
    } finally {
      if (isLive) {
        isEnded = true;
        send(ends, { raw, reason: reason ?? null, event: type });
      }
    }
  };

  addEventListener('load', () => {
    // Without a cover the page was not made for an episode.
    if (core.cover_div === null) return;
    (Math as unknown as { seedrandom(seed: number): void }).seedrandom(seed);
    core.EPISODE_MAX_TIME = limitMs;
    core.startEpisodeReal();
    send(starts, { goal: goalOf() });
    core.cover_div.remove();
    for (const id of ['reward-display', 'click-canvas'])
      document.getElementById(id)?.style.setProperty('display', 'none', 'important');
    // The empty box stays, because pages compute with its height.
    document.getElementById('query')?.replaceChildren();
    // They have run. Some hold the goal as a text.
    for (const script of document.querySelectorAll('script')) script.remove();
  });

  function goalOf(): string {
    const query = document.getElementById('query');
    const asked = core.getUtterance();
    const given = typeof asked === 'string' ? asked : asked.utterance;
    const shown = (query?.textContent ?? '').replace(/\s+/g, ' ').trim();
    // A page with words of its own for its goal says it better.
    return query === null || given !== shown ? given : wordsOf(query).replace(/\s+/g, ' ').trim();
  }

  /** The text with words for what is only drawn: the name of an icon, and a colour as `#rrggbb`. */
  function wordsOf(node: Node): string {
    if (!(node instanceof Element)) return node.textContent ?? '';
    const icon = [...node.classList].find((name) => /^ui-icon-/.test(name));
    if (icon) return `"${icon.slice('ui-icon-'.length)}"`;
    const colour = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(getComputedStyle(node).backgroundColor);
    if (colour && node.id !== 'query' && node.textContent?.trim() === '')
      return ` #${colour
        .slice(1)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')} `;
    return [...node.childNodes].map(wordsOf).join('');
  }
}
