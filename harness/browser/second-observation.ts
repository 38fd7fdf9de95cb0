import { setTimeout as delay } from 'node:timers/promises';
import type { Facts } from '../contract/facts.ts';
import { finalObservation, type Observation } from './final-observation.ts';
import { type ObserveOptions, observePage } from './observe-page.ts';
import type { BrowserSession } from './session.ts';

export type SecondObservation = Observation | { unavailable: string };

type Judging = { judge: (facts: Facts) => Observation; negative: boolean; limitMs?: number };

/**
 * Opens the final URL once more in a fresh, sealed browser process on the same web, which neither the agent nor the
 * server ever could attach to; it may have been opened beforehand, since it is told nothing until now. A page that can't be had (navigation error, 429 or 5xx, dialog, crash, 5 s) is
 * `unavailable`, with the reason.
 */
export async function takeSecondObservation(
  opening: Promise<BrowserSession>,
  url: string,
  options: ObserveOptions,
  { judge, negative, limitMs = 5000 }: Judging,
): Promise<SecondObservation> {
  const looking = opening.then(async ({ watch }): Promise<SecondObservation> => {
    const tab = watch.judgedTab();
    if (!tab) return { unavailable: 'the fresh browser has no tab' };
    const navigated = await watch.cdp.send('Page.navigate', { url }, tab.sessionId);
    if (navigated.errorText) return { unavailable: `navigation error ${navigated.errorText}` };
    const observeNow = async () => judge((await observePage(watch, options)).facts);
    const observation = await finalObservation(watch, observeNow, { negative });
    const seen = watch.judgedTab() ?? tab;
    if (seen.dialog) return { unavailable: `a dialog (${seen.dialog.type}) is open` };
    if (seen.crashed) return { unavailable: 'the page crashed' };
    if (seen.errorPage) return { unavailable: 'the page could not be loaded' };
    const status = seen.documentStatus;
    if (status === null) return { unavailable: 'no response was seen' };
    if (status === 429 || status >= 500) return { unavailable: `status ${status}` };
    return observation;
  });
  try {
    return await Promise.race([
      looking,
      delay(limitMs, undefined, { ref: false }).then(() => ({
        unavailable: `nothing within ${limitMs} ms`,
      })),
    ]);
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : String(error) };
  } finally {
    looking.catch(() => {});
  }
}
