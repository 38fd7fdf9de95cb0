import { defineControl, opening } from './control.ts';
import { forgedEndWithRequests } from './forging/forge.ts';
import { elsewhereOn, forging, lacksScript, wantedUrl } from './spoof.ts';

export const visitLeaveForge = defineControl({
  id: 'visit-leave-forge',
  summary: 'opens the wanted page, leaves it for another of its host, and forges there',
  lacks: lacksScript,
  mustEnd: forgedEndWithRequests,
  moves: async (task, server, { transcripts }) => {
    const finalUrl = await wantedUrl(task, server, transcripts);
    return [
      { call: opening(server), values: { url: finalUrl } },
      { call: opening(server), values: { url: elsewhereOn(finalUrl) } },
      forging(task, server, finalUrl),
    ];
  },
});
