import path from 'node:path';
import type { Project } from '../../platform/project.ts';
import { readSuites, suitesIn } from '../../task/read-suites.ts';
import { noPatternCheck, readTasks, withoutMistakes } from '../../task/read-tasks.ts';
import { findTranscript } from '../../task/transcripts/find-transcript.ts';
import type { GateRun, GateTask } from './judge-gate.ts';

/** What of a server the gate must know: where it comes from, and the tasks that it cannot do, by id, with the reason. */
export type GateServer = {
  id: string;
  origin: { package: string; version: string } | object;
  cannot: Readonly<Record<string, string>>;
};

/** Every task of the suites, or of the user's own `tasks`, and whether the server has a transcript of it. Throws `UserError` for a broken task file. */
export async function gateTasks(
  project: Project,
  { id: server, cannot }: Pick<GateServer, 'id' | 'cannot'>,
  { transcripts, tasks: own }: { transcripts: string | null; tasks: string | null },
): Promise<GateTask[]> {
  const folders = [...(transcripts ? [transcripts] : []), ...project.recordings];
  const read = own
    ? { ...(await readTasks(own, 'custom', noPatternCheck)), suites: [] }
    : await readSuites(project.suites, noPatternCheck);
  const suites = suitesIn(read);
  const files = withoutMistakes(read);
  return Promise.all(
    files.map(async ({ file, suite, task: { id } }) => ({
      id,
      suite,
      file: path.relative(project.root, file),
      gate: suites.get(suite)?.gate ?? 'transcripts',
      transcript: `transcripts/${server}/${id}.jsonl`,
      hasTranscript: (await findTranscript(folders, server, id)) !== null,
      cannot: cannot[id] ?? null,
    })),
  );
}

/** What was played by recordings from elsewhere has some, though they are not the project's. */
export function recordedElsewhere(
  tasks: readonly GateTask[],
  runs: readonly GateRun[],
): { tasks: GateTask[]; notes: string[] } {
  const played = new Set(
    runs
      .filter(({ run }) => run.config.recordings === 'other')
      .flatMap(({ run }) => run.episodes.map(({ taskId }) => `${run.suite} ${taskId}`)),
  );
  const isElsewhere = ({ suite, id, hasTranscript }: GateTask) =>
    !hasTranscript && played.has(`${suite} ${id}`);
  const count = tasks.filter(isElsewhere).length;
  return {
    tasks: tasks.map((task) => (isElsewhere(task) ? { ...task, hasTranscript: true } : task)),
    notes: count === 0 ? [] : [`${count} tasks were played by recordings that are not the project's`],
  };
}
