import { confirm } from '../../site/confirm.ts';
import { deleteThreads } from '../deeds/delete-threads.ts';
import { folderList } from '../lists/mail-list.ts';
import type { Page } from './page.ts';

/** Empties trash or spam, after a confirmation. */
export const deletePage: Page = (site) => {
  for (const folder of ['trash', 'spam']) {
    site.get(`/empty/${folder}`, (exchange) => {
      const count = folderList(exchange.state, folder)?.found.length ?? 0;
      return exchange.show(
        `Empty ${folder}`,
        confirm({
          title: `Empty ${folder}?`,
          words: `${count === 1 ? 'One conversation' : `${count} conversations`} will be deleted for good.`,
          action: `/empty/${folder}`,
          button: `Empty ${folder}`,
          cancel: `/folder/${folder}`,
        }),
      );
    });
    site.post(`/empty/${folder}`, ({ state, lead }) => {
      const found = folderList(state, folder)?.found ?? [];
      deleteThreads(
        state,
        found.map(({ thread }) => thread.id),
      );
      return lead(`/folder/${folder}`, 'deleted');
    });
  }
};
