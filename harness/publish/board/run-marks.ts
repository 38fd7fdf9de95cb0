import { formatCount } from '../../platform/words/format.ts';
import { isCustom } from '../../results/records/custom-id.ts';
import type { Contender } from '../../results/records/run-facts.ts';
import type { Origin } from '../../results/standings/standings.ts';

/** What a reader must know of a run before its numbers are believed, in a word or two and in a sentence. */
export type Mark = { text: string; title: string };

type Marked = Pick<Contender, 'server' | 'agent'> &
  Origin & { confined: boolean | null; retries: number | null; busy?: readonly string[] };

/** None where nothing speaks against a run, and none of what nobody looked at but an attestation, which is there or not. */
export function marksOf(run: Marked): Mark[] {
  const { server, agent, attested, ownRecordings, confined, retries, busy = [] } = run;
  return [
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

/** Of a run beside which something else had its machine. */
export function contendedMarks(busy: readonly string[]): Mark[] {
  return busy.length === 0 ? [] : [{ text: contended.text, title: `${measuredBeside}: ${busy.join('; ')}` }];
}

const measuredBeside = 'Measured beside other work, so its times are not compared';
/** Of some run; that of one run says what it was. */
const contended: Mark = { text: 'contended', title: `${measuredBeside}; its own page says beside what` };

const custom: Mark = {
  text: 'custom server',
  title:
    'Started from a command line of whoever ran it: its name and version are what that person and the server say',
};
const customAgent: Mark = {
  text: 'custom agent',
  title: 'Its program is not a listed package: its name and version are its user’s own words',
};
const unattested: Mark = {
  text: 'not attested',
  title: 'No signed statement of this project’s own workflow says that it measured these numbers',
};
const unconfined: Mark = {
  text: 'not confined',
  title: 'The server ran with the rights of the harness and could have read the tasks and recordings',
};
const otherRecordings: Mark = {
  text: 'other recordings',
  title: 'The calls that were replayed are not those that this project has at the commit',
};
const retried = 'Episodes that were lost to the harness before the agent’s first call, and played again';

/** What each of the marks of some rows means, once each. */
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
