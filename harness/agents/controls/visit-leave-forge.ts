import { forgedEndWithRequests } from './forging/forge.ts';
import { defineNegativeControl, opening } from './negative-control.ts';
import { elsewhereOn, forging, lacksScript, wantedUrl } from './spoof.ts';

export const visitLeaveForge = defineNegativeControl({
  id: 'visit-leave-forge',
  summary: 'opens the wanted page, goes to another page of its host, and forges the wanted page there',
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
