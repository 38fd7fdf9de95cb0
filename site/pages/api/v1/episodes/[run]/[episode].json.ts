import type { APIRoute } from 'astro';
import { textResponse } from '../../../../../data/text-response.ts';
import { type EpisodePage, episodePages, episodeRecord } from '../../../../../history/episodes.ts';

export const getStaticPaths = () =>
  episodePages.map((page) => ({
    params: { run: page.runId, episode: `${page.taskId}.${page.trial}` },
    props: { page },
  }));

export const GET: APIRoute<{ page: EpisodePage }> = ({ props: { page } }) =>
  textResponse(episodeRecord(page), 'application/json');
