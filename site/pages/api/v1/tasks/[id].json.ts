import { taskRecord } from '../../../../data/task-record.ts';
import { siteHistory, stamp, suites, taskFiles } from '../../../../history/this-build.ts';

export const getStaticPaths = () =>
  taskFiles.map((taskFile) => ({ params: { id: taskFile.task.id }, props: { taskFile } }));

export const GET = ({ props: { taskFile } }: { props: { taskFile: (typeof taskFiles)[number] } }) =>
  Response.json(taskRecord(taskFile, suites.get(taskFile.suite), siteHistory, stamp));
