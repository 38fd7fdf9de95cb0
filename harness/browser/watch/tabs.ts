import type { Opening } from '../guest-port/guest-talk.ts';
import type { Tab } from '../tab.ts';

/** The tabs there are, which of them is in front, and whose the sessions are. */
export class Tabs {
  readonly byTarget = new Map<string, Tab>();
  /** Session of a tab, frame or worker -> the tab that it belongs to. */
  readonly ofSession = new Map<string, Tab>();
  /** How a guest opened tabs that the browser has told only the guest of so far: two connections keep no order. */
  private readonly toCome = new Map<string, Opening>();
  private selections = 0;

  /** A new tab is in front, unless it is known to have been opened behind the others. */
  add(tab: Tab): void {
    const how = this.toCome.get(tab.targetId);
    this.toCome.delete(tab.targetId);
    this.byTarget.set(tab.targetId, tab);
    this.inFront(tab.targetId);
    if (how) this.opened(tab.targetId, how);
  }

  inFront(targetId: string): void {
    const tab = this.byTarget.get(targetId);
    const how = this.toCome.get(targetId);
    if (how) this.toCome.set(targetId, { ...how, isBehind: false });
    if (!tab) return;
    this.selections += 1;
    tab.front = this.selections;
  }

  opened(targetId: string, how: Opening): void {
    const tab = this.byTarget.get(targetId);
    if (!tab) {
      this.toCome.set(targetId, how);
      return;
    }
    const { isBehind, url } = how;
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
