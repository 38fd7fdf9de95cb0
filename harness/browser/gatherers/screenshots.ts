import type { ScreenshotFact } from '../../judge/fact-kinds/screenshots.ts';
import { screenshotHash } from '../screenshot.ts';
import type { Viewport } from '../session.ts';
import type { Tab } from '../tab.ts';
import type { BrowserWatch } from '../watch-browser.ts';
import { defineBrowserGatherer } from './gatherer.ts';

export const screenshots = defineBrowserGatherer({
  kind: 'screenshotClass',
  gather: async (classIds, { watch, tab, options }) => {
    if (classIds.length === 0) return {};
    const known = classIds.flatMap((id) => {
      const exemplars = options.screenshotClasses[id];
      return exemplars ? [[id, exemplars]] : [];
    });
    return {
      screenshot: await takeScreenshot(watch, tab, options.viewport),
      screenshotClasses: Object.fromEntries(known),
    };
  },
});

async function takeScreenshot(
  watch: BrowserWatch,
  tab: Tab | null,
  viewport: Viewport,
): Promise<ScreenshotFact> {
  if (!tab) return { error: 'no tab is open' };
  if (tab.dialog) return { error: 'a dialog is open' };
  try {
    return { hash: await screenshotHash(watch.cdp, tab.sessionId, viewport) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
