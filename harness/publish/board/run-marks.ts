import { formatCount } from '../../platform/words/format.ts';
import { isCustom } from '../../results/records/custom-id.ts';
import type { Contender } from '../../results/records/run-facts.ts';
import type { Origin } from '../../results/standings/standings.ts';
import { sentence } from './format.ts';

/** A caveat or another property of a run's numbers: a short label and a sentence. */
export type Mark = { text: string; title: string };

type Marked = Pick<Contender, 'server' | 'agent' | 'weights'> &
  Origin & { confined: boolean | null; retries: number | null; busy?: readonly string[] };

/** The marks of a run. An unrecorded fact gives none, except the attestation, which is either there or not. */
export function marksOf(run: Marked): Mark[] {
  const { server, agent, weights, attested, ownRecordings, confined, retries, busy = [] } = run;
  return [
    ...(weights === null ? [] : [openWeights]),
    ...(isCustom(server.id) ? [custom] : []),
    ...(isCustom(agent.id) ? [customAgent] : []),
    ...(attested ? [] : [unattested]),
    ...(confined === false ? [unconfined] : []),
    ...(ownRecordings ? [otherRecordings] : []),
    ...(retries !== null && retries > 0
      ? [{ text: retries === 1 ? '1 retry' : `${formatCount(retries)} retries`, title: retried }]
      : []),
    ...contendedMarks(busy),
  ];
}

/** The mark of a run whose machine did other work at the same time. */
export function contendedMarks(busy: readonly string[]): Mark[] {
  return busy.length === 0
    ? []
    : [{ text: contended.text, title: [busyMachine, ...busy.map(sentence)].join('. ') }];
}

const busyMachine = 'The machine was busy during the run, so the times of the run are not compared';
/** For the legend of several rows; the mark of a single run has the signs. */
const contended: Mark = {
  text: 'contended',
  title: `${busyMachine}. The page of the run has the signs`,
};

const openWeights: Mark = {
  text: 'open weights',
  title:
    'The harness computed the weights of a model file itself. The page of the row has the quantisation and the SHA-256 of the file',
};
const custom: Mark = {
  text: 'custom server',
  title: 'A user started the server from a command line, so its name and version are not verified',
};
const customAgent: Mark = {
  text: 'custom agent',
  title: 'A user started the agent from a command line, so its name and version are not verified',
};
const unattested: Mark = {
  text: 'not attested',
  title: 'The workflow of this project has not signed these numbers',
};
const unconfined: Mark = {
  text: 'not sandboxed',
  title: 'The server ran with the rights of the harness and could have read the tasks and recordings',
};
const otherRecordings: Mark = {
  text: 'other recordings',
  title: 'The replayed calls are not the recordings of this project at the commit',
};
const retried = 'Episodes that had an infrastructure error before the agent’s first call were played again';

/** The different marks of some rows, as a legend. */
export function meaningsOf(rows: readonly Marked[]): Mark[] {
  return meaningsOfMarks(rows.flatMap(marksOf));
}

export function meaningsOfMarks(marks: readonly Mark[]): Mark[] {
  const general = marks.map((mark) => {
    if (mark.text === contended.text) return contended;
    return { ...mark, text: mark.text.replace(/^[\d\s,.]+ retr\w+$/, 'retries') };
  });
  return [...new Map(general.map((mark) => [mark.text, mark])).values()];
}
