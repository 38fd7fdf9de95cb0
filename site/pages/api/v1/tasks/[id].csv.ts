import type { APIRoute } from 'astro';
import { taskCsv } from '../../../../data/task-record.ts';
import { textResponse } from '../../../../data/text-response.ts';
import { stamp } from '../../../../data/this-build.ts';
import { siteHistory } from '../../../../history/site-history.ts';
import { taskFiles } from '../../../../history/task-pages.ts';

export const getStaticPaths = () => taskFiles.map(({ task }) => ({ params: { id: task.id } }));

export const GET: APIRoute = ({ params: { id = '' } }) =>
  textResponse(taskCsv(id, siteHistory, stamp), 'text/csv');
