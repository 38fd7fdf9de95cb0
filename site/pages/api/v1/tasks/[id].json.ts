import { taskRecord } from '../../../../data/task-record.ts';
import { stamp } from '../../../../data/this-build.ts';
import { siteHistory } from '../../../../history/site-history.ts';
import { taskFiles } from '../../../../history/task-pages.ts';

export const getStaticPaths = () =>
  taskFiles.map((taskFile) => ({ params: { id: taskFile.task.id }, props: { taskFile } }));

export const GET = ({ props: { taskFile } }: { props: { taskFile: (typeof taskFiles)[number] } }) =>
  Response.json(taskRecord(taskFile, siteHistory, stamp));
