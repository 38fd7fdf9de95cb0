import type { Label } from '../state/rows.ts';
import type { Track } from '../state/track.ts';

/** Replaces a label by another on all issues and deletes it. No history records this. */
export function mergeLabels({ store }: Track, { id: gone }: Label, { id: kept }: Label): void {
  for (const { id, labels } of store.all('issues'))
    if (labels.includes(gone))
      store.change('issues', id, {
        labels: [...new Set(labels.map((each) => (each === gone ? kept : each)))].sort(),
      });
  store.remove('labels', gone);
}

export function deleteLabel({ store }: Track, { id: gone }: Label): void {
  for (const { id, labels } of store.all('issues'))
    if (labels.includes(gone)) store.change('issues', id, { labels: labels.filter((each) => each !== gone) });
  store.remove('labels', gone);
}
