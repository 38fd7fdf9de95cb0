import type { PlayedEnd } from './play-right-ends.ts';

/** An end that was not believed each time, or whose calls did not work, so that it is no right end. */
export type NotBelieved = { id: string; why: string; natural: boolean };

export type RightEndsTable = {
  /** Per task and of all: how many were played, how many of them believed. */
  rows: { task: string; played: number; believed: number }[];
  refused: NotBelieved[];
  /** A call of the script failed: the row says nothing of the judge. */
  broken: NotBelieved[];
  /** Came to one thing once and to another another time. */
  unsteady: NotBelieved[];
};

export function rightEndsTable(played: readonly PlayedEnd[]): RightEndsTable {
  const judged = played.filter(({ results }) => results.length > 0);
  const of = (task: string, those: readonly PlayedEnd[]) => ({
    task,
    played: those.length,
    believed: those.filter(isBelieved).length,
  });
  const tasks = [...new Set(judged.map(({ end }) => end.taskId))];
  return {
    rows: [
      ...tasks.map((task) =>
        of(
          task,
          judged.filter(({ end }) => end.taskId === task),
        ),
      ),
      of('all', judged),
    ],
    refused: judged.filter((each) => !isBelieved(each)).map(named),
    broken: judged.filter(({ results }) => results.some(({ serverErrors }) => serverErrors > 0)).map(named),
    unsteady: judged
      .filter(({ results }) => new Set(results.map(({ status }) => status)).size > 1)
      .map(named),
  };
}

const isBelieved = ({ results }: PlayedEnd) => results.every(({ status }) => status === 'passed');

function named({ end, results }: PlayedEnd): NotBelieved {
  const ways = results.map(({ status, failedPostcondition, error }) =>
    [status, failedPostcondition?.name ?? error].filter(Boolean).join(', '),
  );
  return { id: end.id, natural: end.natural, why: [...new Set(ways)].join('; ') };
}
