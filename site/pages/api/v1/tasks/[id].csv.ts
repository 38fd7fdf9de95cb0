import type { APIRoute } from 'astro';
import { taskCsv } from '../../../../data/task-record.ts';
import { textResponse } from '../../../../data/text-response.ts';
import { siteHistory, stamp, taskFiles } from '../../../../history/this-build.ts';

export const getStaticPaths = () => taskFiles.map(({ task }) => ({ params: { id: task.id } }));

export const GET: APIRoute = ({ params: { id = '' } }) =>
  textResponse(taskCsv(id, siteHistory, stamp), 'text/csv');
