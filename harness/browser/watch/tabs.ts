import type { Opening } from '../../door/guest-talk.ts';
import type { Tab } from '../tab.ts';

/** The tabs there are, which of them is in front, and whose the sessions are. */
export class Tabs {
  readonly byTarget = new Map<string, Tab>();
  /** Session of a tab, frame or worker -> the tab that it belongs to. */
  readonly ofSession = new Map<string, Tab>();
  private selections = 0;

  inFront(targetId: string): void {
    const tab = this.byTarget.get(targetId);
    if (!tab) return;
    this.selections += 1;
    tab.front = this.selections;
  }

  opened(targetId: string, { isBehind, url }: Opening): void {
    const tab = this.byTarget.get(targetId);
    if (!tab) return;
    if (isBehind) tab.front = 0;
    else tab.awaited ||= !tab.shown && url !== 'about:blank';
  }

  /** The one in front of those that show more than about:blank, where there is one; null without a tab. */
  judged(): Tab | null {
    const tabs = [...this.byTarget.values()];
    const shown = tabs.filter((tab) => tab.shown);
    return (shown.length > 0 ? shown : tabs).reduce<Tab | null>(
      (best, tab) => (best && best.front >= tab.front ? best : tab),
      null,
    );
  }
}
